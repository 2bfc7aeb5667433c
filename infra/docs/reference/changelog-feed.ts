import { slug } from 'github-slugger';
import { Marked } from 'marked';
import { ADDRESSES } from '../../stacks/addresses.ts';
import { escapeHtml } from './page.ts';

/** A section of the changelog: its heading is a day, with or without a title. */
const SECTION = /^## ((\d{4}-\d\d-\d\d)[^\n]*)\n+(.*?)(?=^## |$(?![\s\S]))/gms;

/** Makes the Atom feed (RFC 4287) of the changelog from its Markdown. */
export const changelogFeed = (markdown: string): string => {
  const page = new URL('changelog.html', ADDRESSES.documentation).href;
  const entries = [...markdown.matchAll(SECTION)].map(([, title = '', day = '', text = '']) => {
    const html = new Marked().parse(text, { async: false });
    return { day, xml: entry(`${page}#${slug(title)}`, title, day, html) };
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>Pet Store API: changelog</title>
<id>${page}</id>
<link href="${page}"/>
<link rel="self" href="${new URL('changelog.xml', ADDRESSES.documentation).href}"/>
<author><name>${escapeHtml(ADDRESSES.contact.name)}</name></author>
<updated>${entries[0]?.day}T00:00:00Z</updated>
${entries.map(({ xml }) => xml).join('')}</feed>
`;
};

const entry = (id: string, title: string, day: string, html: string): string => `<entry>
<title>${escapeHtml(title)}</title>
<id>${id}</id>
<link href="${id}"/>
<updated>${day}T00:00:00Z</updated>
<content type="html">${escapeHtml(html)}</content>
</entry>
`;

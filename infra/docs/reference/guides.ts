import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { slug } from 'github-slugger';
import { Marked } from 'marked';
import { escapeHtml, type Page } from './page.ts';

/** The guides of `docs/` that are for clients, in the order of the navigation. */
export const GUIDES = {
  quickstart: 'Quickstart',
  api: 'Guide',
  changing: 'Changing things safely',
  consistency: 'Consistency',
  orders: 'Orders',
  categories: 'Categories',
  client: 'Client',
  errors: 'Error codes',
  deprecations: 'Deprecations',
  versioning: 'Versions',
  changelog: 'Changelog',
} as const;

export type GuideName = keyof typeof GUIDES;

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      // As on GitHub, so that links work in both places.
      const id = slug(text);
      return `<h${depth} id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
    },
    table(token) {
      const rows = [token.header, ...token.rows].map((cells) =>
        this.tablerow({ text: cells.map((cell) => this.tablecell(cell)).join('') }),
      );
      return `<div class="table" tabindex="0"><table>\n${rows.join('')}</table></div>\n`;
    },
    // What scrolls sideways has to take the focus, so that the keyboard can scroll it.
    code({ text, lang = '' }) {
      return `<pre tabindex="0"><code class="language-${lang}">${escapeHtml(text)}</code></pre>\n`;
    },
  },
  walkTokens: (token) => {
    if (token.type !== 'link') return;
    token['href'] = token['href']
      .replace(/^\.\.\/packages\/client\/README\.md/, 'client.html')
      .replace(/^(?:\.\.\/\.\.\/docs\/)?([\w-]+)\.md(?=#|$)/, '$1.html')
      .replace('../infra/docs/openapi/openapi.json', 'openapi.json');
  },
});

/** Renders Markdown as the main part of a page. */
export const renderMarkdown = (markdown: string): Promise<string> =>
  marked.parse(markdown, { async: true });

/** Reads the Markdown of a guide. */
export const readMarkdown = (name: GuideName): Promise<string> =>
  readFile(
    join(
      import.meta.dirname,
      '../../..',
      name === 'client' ? 'packages/client/README.md' : `docs/${name}.md`,
    ),
    'utf8',
  );

/**
 * Reads a guide as a page.
 * @param fillIn replaces parts of its text before it is rendered
 */
export const readGuide = async (
  name: GuideName,
  fillIn: (markdown: string) => string,
): Promise<Page> => ({
  title: GUIDES[name],
  body: await renderMarkdown(fillIn(await readMarkdown(name))),
  ...(name === 'changelog' && { head: FEED_LINK }),
});

const FEED_LINK =
  '<link rel="alternate" type="application/atom+xml" title="Changelog" href="changelog.xml">\n';

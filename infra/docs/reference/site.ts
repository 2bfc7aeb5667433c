import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { Contract } from '../../../lib/http/contract.ts';
import { writeJson } from '../../../lib/json.ts';
import type { JsonObject } from '../openapi/json.ts';
import { betaPages } from './beta-pages.ts';
import { changelogFeed } from './changelog-feed.ts';
import { GUIDES, type GuideName, readGuide, readMarkdown, renderMarkdown } from './guides.ts';
import { contentSecurityPolicy, type Page, type PageLink, renderPage } from './page.ts';
import { type ReferenceOptions, referencePage } from './reference.ts';

/** A file of the site. */
export interface SiteFile {
  readonly contentType: string;
  readonly body: Buffer;
}

/** The site's files by their names; all are in one folder. */
export type Site = ReadonlyMap<string, SiteFile>;

export interface SiteOptions {
  readonly reference: ReferenceOptions;
  /** The whole interface, for programs. */
  readonly openApi: JsonObject;
  /** The links to the reference, before those to the guides. */
  readonly navigation: readonly PageLink[];
  readonly operations: readonly Contract[];
  /** Replaces parts of a guide's text. */
  readonly fillIn: (markdown: string) => string;
}

/** Makes all that documents the interface for people: the reference and the guides. */
export const buildSite = async (options: SiteOptions): Promise<Site> => {
  const { reference, openApi, navigation, operations, fillIn } = options;
  const beta = betaPages(operations);
  const guides = Object.keys(GUIDES).filter((name): name is GuideName => name in GUIDES);
  const links = [
    ...navigation,
    ...guides.map((name) => ({ label: GUIDES[name], href: `${name}.html` })),
    ...(beta.has('beta') ? [{ label: 'Beta', href: 'beta.html' }] : []),
  ];
  const policy = contentSecurityPolicy(reference.apiKey === undefined ? "'none'" : "'self'");
  const html = (page: Page) => renderPage(page, links, policy);
  const texts = [
    ['index.html', html(referencePage(reference))],
    ['openapi.json', `${writeJson(openApi, 2)}\n`],
    ...(await Promise.all(
      guides.map(async (name) => [`${name}.html`, html(await readGuide(name, fillIn))] as const),
    )),
    ...(await Promise.all(
      [...beta].map(async ([name, markdown]) => {
        const body = await renderMarkdown(fillIn(markdown));
        return [`${name}.html`, html({ title: name.replace('beta-', ''), body })] as const;
      }),
    )),
    ['changelog.xml', changelogFeed(await readMarkdown('changelog'))],
  ] as const;
  const bodies = [
    ...texts.map(([name, text]) => [name, Buffer.from(text)] as const),
    ...(await Promise.all(
      ASSETS.map(async (file) => [nameOf(file), await readFile(file)] as const),
    )),
  ];
  return new Map(bodies.map(([name, body]) => [name, { contentType: contentTypeOf(name), body }]));
};

const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const ASSETS = [
  join(import.meta.dirname, 'browser/accessible.js'),
  join(import.meta.dirname, 'browser/reference.css'),
  join(import.meta.dirname, 'browser/reference.js'),
  join(import.meta.dirname, 'browser/site.css'),
  join(swaggerUi, 'swagger-ui-bundle.js'),
  join(swaggerUi, 'swagger-ui.css'),
  // What its licence, Apache 2.0, asks of those who pass it on.
  join(swaggerUi, 'LICENSE'),
  join(swaggerUi, 'NOTICE'),
  join(swaggerUi, 'swagger-ui-bundle.js.LICENSE.txt'),
];

const nameOf = (file: string): string => file.split(/[\\/]/).at(-1) ?? file;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.xml': 'application/atom+xml; charset=utf-8',
};

const contentTypeOf = (name: string): string =>
  CONTENT_TYPES[extname(name)] ?? 'text/plain; charset=utf-8';

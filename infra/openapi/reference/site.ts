import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import { writeJson } from '../../../lib/values/json.ts';
import type { JsonObject } from '../document/json.ts';
import { type ReferenceOptions, referencePage } from './page.ts';

interface SiteFile {
  readonly contentType: string;
  readonly body: Buffer;
}

/** The reference's files by their names; all are in one folder. */
export type Site = ReadonlyMap<string, SiteFile>;

interface SiteOptions {
  readonly reference: ReferenceOptions;
  /** The complete document, for programs. */
  readonly openApi: JsonObject;
}

/** Makes the reference and every file that it loads. */
export const buildSite = async ({ reference, openApi }: SiteOptions): Promise<Site> => {
  const assets = await Promise.all(
    ASSETS.map(async (file) => [basename(file), await readFile(file)] as const),
  );
  const bodies = [
    ['index.html', Buffer.from(referencePage(reference))] as const,
    ['openapi.json', Buffer.from(`${writeJson(openApi, 2)}\n`)] as const,
    ...assets,
  ];
  return new Map(bodies.map(([name, body]) => [name, { contentType: contentTypeOf(name), body }]));
};

const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const ASSETS = [
  join(import.meta.dirname, 'browser/accessible.js'),
  join(import.meta.dirname, 'browser/reference.css'),
  join(import.meta.dirname, 'browser/reference.js'),
  join(import.meta.dirname, 'browser/snippets.js'),
  join(swaggerUi, 'swagger-ui-bundle.js'),
  join(swaggerUi, 'swagger-ui.css'),
];

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
};

const contentTypeOf = (name: string): string => CONTENT_TYPES[extname(name)] ?? 'text/plain';

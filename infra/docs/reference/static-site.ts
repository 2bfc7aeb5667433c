import { operations } from '../../../functions/operations.ts';
import { openApiDocument } from '../openapi/document.ts';
import { SERVERS } from '../openapi/servers.ts';
import { buildSite, type Site } from './site.ts';

/** The site to publish: every operation with the addresses of `SERVERS`, and no key. */
export const staticSite = (): Promise<Site> => {
  const openApi = openApiDocument(operations, SERVERS);
  return buildSite({
    reference: { document: openApi, apiKey: undefined },
    openApi,
    navigation: [{ label: 'Reference', href: 'index.html' }],
    operations,
    fillIn: (markdown) => markdown,
  });
};

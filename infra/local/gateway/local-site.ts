import { operations } from '../../../functions/operations.ts';
import type { ApiName } from '../../../lib/http/contract.ts';
import { openApiDocument } from '../../openapi/document/document.ts';
import type { Server } from '../../openapi/document/servers.ts';
import { buildSite, type Site } from '../../openapi/reference/site.ts';

/** The facts that are known once all APIs are served. */
export interface Running {
  readonly baseUrls: Readonly<Record<ApiName, string>>;
  readonly apiKey: string;
}

/** Makes the reference of one API as this machine serves it. */
export const localSite = (api: ApiName, { apiKey, baseUrls }: Running): Promise<Site> => {
  const own = serverAt(new URL(baseUrls[api]).pathname);
  return buildSite({
    reference: {
      document: openApiDocument(
        operations.filter((contract) => contract.api === api),
        { pets: own, quickstart: own },
      ),
      apiKey,
      navigation: [
        { label: 'Pets', href: new URL('/', baseUrls.pets).href },
        { label: 'Messages', href: new URL('/', baseUrls.quickstart).href },
      ],
    },
    openApi: openApiDocument(operations, {
      pets: serverAt(baseUrls.pets),
      quickstart: serverAt(baseUrls.quickstart),
    }),
  });
};

const serverAt = (url: string): readonly Server[] => [
  { url, description: 'This machine', 'x-internal': true },
];

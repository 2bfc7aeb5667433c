import { operations } from '../../../functions/operations.ts';
import type { ApiName } from '../../../lib/http/contract.ts';
import { writeJson } from '../../../lib/values/json.ts';
import { openApiDocument, type Server } from '../../openapi/document/document.ts';
import { object } from '../../openapi/document/json.ts';
import { browserDocument } from '../../openapi/reference/browser-document.ts';

/** The facts that are known once all APIs are served. */
export interface Running {
  readonly baseUrls: Readonly<Record<ApiName, string>>;
  readonly apiKey: string;
}

/** Writes what the reference of one API shows, and the OpenAPI document of all, by the names of their files. */
export const referenceDocuments = (
  api: ApiName,
  { apiKey, baseUrls }: Running,
): Readonly<Record<string, string>> => {
  const own = serverAt(new URL(baseUrls[api]).pathname);
  const document = openApiDocument(
    operations.filter((contract) => contract.api === api),
    { pets: own, quickstart: own },
  );
  const info = object(document['info']);
  const about = `Requests that you send from here go to the service on this machine, with its demo key. There are pages of [pets](${new URL('/', baseUrls.pets)}) and [messages](${new URL('/', baseUrls.quickstart)}), and the [OpenAPI document](/openapi.json) of both.`;
  const shown = {
    ...document,
    info: { ...info, description: `${info['description']}\n\n${about}` },
  };
  const whole = openApiDocument(operations, {
    pets: serverAt(baseUrls.pets),
    quickstart: serverAt(baseUrls.quickstart),
  });
  return {
    'settings.json': writeJson({ document: browserDocument(shown), apiKey }),
    'openapi.json': `${writeJson(whole, 2)}\n`,
  };
};

const serverAt = (url: string): readonly Server[] => [
  { url, description: 'This machine', 'x-internal': true },
];

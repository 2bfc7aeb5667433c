import { operations } from '../../../functions/operations.ts';
import type { ApiName } from '../../../lib/http/contract.ts';
import { COMMON_HEADERS, REQUEST_ID_HEADER } from '../../../lib/http/headers.ts';
import { writeJson } from '../../../lib/values/json.ts';
import { openApiDocument, type Server } from '../../openapi/document/document.ts';
import type { JsonObject } from '../../openapi/document/json.ts';

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
  const served = operations.filter((contract) => contract.api === api);
  const document = openApiDocument(served, { pets: own, quickstart: own });
  const about = `Requests that you send from here go to the service on this machine, with its demo key. There are pages of [pets](${new URL('/', baseUrls.pets)}) and [messages](${new URL('/', baseUrls.quickstart)}), and the [OpenAPI document](/openapi.json) of both.`;
  const description = `${document.info.description}\n\n${about}`;
  const shown = { ...document, info: { ...document.info, description } };
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

/**
 * An OpenAPI document for Swagger UI, which rounds an int64 to a JavaScript number: examples become text. What answers repeat is
 * left out: with it an operation takes three times the room, and twice the time to open.
 */
export const browserDocument = (document: JsonObject): JsonObject =>
  JSON.parse(
    JSON.stringify(document, function (this: JsonObject, name, value: unknown) {
      if (isLeftOut(name, this)) return undefined;
      // Of all that has a summary, only an example has a value.
      return name === 'value' && 'summary' in this ? writeJson(value, 2) : value;
    }),
  );

const OF_ALL_ANSWERS: readonly string[] = [REQUEST_ID_HEADER, ...Object.keys(COMMON_HEADERS)];

/** Headers of every answer, all of an error but its description, and an idempotency key that only Postman makes new. */
const isLeftOut = (name: string, parent: JsonObject): boolean =>
  OF_ALL_ANSWERS.includes(name) ||
  (['content', 'headers'].includes(name) && parent['x-error-codes'] !== undefined) ||
  (name === 'examples' && parent['name'] === 'Idempotency-Key');

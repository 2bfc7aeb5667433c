import type { Deprecation } from '../../../lib/http/contract.ts';
import { COMMON_HEADERS, REPLAYED_HEADER, REQUEST_ID_HEADER } from '../../../lib/http/headers.ts';
import { type JsonObject, objectOf } from './json.ts';

// In OpenAPI the media types of a response describe its Content-Type.
const { 'Content-Type': _, ...SAME }: Readonly<Record<string, string>> = COMMON_HEADERS;

/** The headers of answers, as the document describes them. */
const HEADERS: Readonly<Record<string, JsonObject>> = {
  'Accept-Patch': {
    description: 'With `unsupported_media_type`: the content types that PATCH takes (RFC 5789).',
    schema: { type: 'string', pattern: '^[\\w/+-]+(, [\\w/+-]+)*$', maxLength: 256 },
    example: 'application/merge-patch+json, application/json',
  },
  [REQUEST_ID_HEADER]: {
    description: 'Names the request: tell it when you report a problem.',
    schema: { type: 'string', pattern: '^[\\w-]+$', maxLength: 64 },
    example: 'f7a3c1de-2b1f-4c6f-9a55-0f8c2f1f8f5e',
  },
  Deprecation: {
    description: 'When the operation was deprecated, in seconds from 1970 on (RFC 9745).',
    schema: { type: 'string', pattern: '^@\\d+$', maxLength: 20 },
    example: '@1795132800',
  },
  ETag: {
    description:
      'Names this state of what was answered (RFC 9110): `If-Match` and `If-None-Match` take it.',
    schema: { type: 'string', pattern: '^"[^"]+"$', maxLength: 64 },
    example: '"2m8kq0"',
  },
  [REPLAYED_HEADER]: {
    description: 'There if the Idempotency-Key came before: this is the answer to that request.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  Link: {
    description:
      'URLs with what they are to this one (RFC 8288): `next` page, `successor-version`, `deprecation`.',
    schema: { type: 'string', pattern: '^<[^>]+>; rel="', maxLength: 2048 },
    example: '<https://api.petstore.example/v1/pets?limit=20&cursor=MS4uMjAuZTR5>; rel="next"',
  },
  Location: {
    description:
      'Where to read what was created: resolve it against the URL of the request (RFC 9110).',
    schema: { type: 'string', format: 'uri-reference', maxLength: 256 },
    example: '/v1/pets/1',
  },
  'Retry-After': {
    description: 'Seconds to wait before the request is sent again.',
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 60 },
    example: 1,
  },
  Sunset: {
    description: 'When the operation stops answering (RFC 8594).',
    schema: { type: 'string', pattern: ' GMT$', maxLength: 29 },
    example: 'Thu, 05 Dec 2030 00:00:00 GMT',
  },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 6750).',
    schema: { type: 'string', pattern: '^Bearer ', maxLength: 256 },
    example: 'Bearer realm="petstore"',
  },
  ...objectOf(Object.keys(SAME), (name) => ({
    description: 'The same with every answer.',
    schema: { type: 'string', const: SAME[name] },
  })),
};

/** Headers that only some answers have: the last page has no Link, and only a replay is marked as one. */
const SOMETIMES: readonly string[] = ['Accept-Patch', 'Link', REPLAYED_HEADER];

/** The headers that the document refers to. */
export const HEADER_COMPONENTS: JsonObject = objectOf(Object.keys(HEADERS), (name) => ({
  ...HEADERS[name],
  required: !SOMETIMES.includes(name),
}));

/** The headers of one answer: those that every answer has, these, and those of a deprecated operation. */
export const headersOf = (names: readonly string[], deprecation?: Deprecation): JsonObject =>
  objectOf(
    [REQUEST_ID_HEADER, ...Object.keys(COMMON_HEADERS), ...names]
      .concat(deprecation ? ['Deprecation', 'Sunset', 'Link'] : [])
      .filter((name) => name in HEADERS),
    (name) => ({ $ref: `#/components/headers/${name}` }),
  );

/** Headers that only some answers have. The components say that these headers are always there. */
export const optionalHeadersOf = (names: readonly string[]): JsonObject =>
  objectOf(names, (name) => ({ ...HEADERS[name], required: false }));

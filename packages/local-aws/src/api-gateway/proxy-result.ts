import { validateHeaderName, validateHeaderValue } from 'node:http';
import * as z from 'zod';
import { type GatewayReply, type Header, headerValue } from './gateway-message.ts';
import { isBinary } from './media-types.ts';

const headerScalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const resultSchema = z.strictObject({
  statusCode: z.int().min(200).max(599),
  headers: z.record(z.string(), headerScalar).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(headerScalar)).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});
type ProxyResult = z.output<typeof resultSchema>;

/**
 * Turns what a function returned, as JSON text, into the gateway's reply; undefined when it is malformed, which the
 * gateway answers with 502. `accept` is the request's Accept header: only when its first media type is binary is a
 * base64 body decoded. API Gateway Developer Guide, "Output format of a Lambda function for proxy integration".
 */
export const readProxyResult = (
  payload: string,
  accept: string | undefined,
  binaryMediaTypes: readonly string[],
): GatewayReply | undefined => {
  const result = resultSchema.safeParse(JSON.parse(payload));
  if (!result.success) return undefined;
  const headers = mergedHeaders(result.data);
  if (!headers.every(isValidHeader)) return undefined;
  const decode = result.data.isBase64Encoded === true && isBinary(binaryMediaTypes, accept);
  return {
    statusCode: result.data.statusCode,
    headers: headerValue(headers, 'Content-Type')
      ? headers.flatMap(remapped)
      : [['Content-Type', 'application/json'], ...headers.flatMap(remapped)],
    body: Buffer.from(result.data.body ?? '', decode ? 'base64' : 'utf8'),
  };
};

/** A name in multiValueHeaders hides the same name in headers. */
const mergedHeaders = ({ headers, multiValueHeaders }: ProxyResult): Header[] => {
  const multiple = Object.entries(multiValueHeaders ?? {}).flatMap(([name, values]) =>
    values.map((value): Header => [name, value]),
  );
  const single = Object.entries(headers ?? {}).filter(
    ([name]) => headerValue(multiple, name) === undefined,
  );
  return [...single, ...multiple];
};

const isValidHeader = ([name, value]: Header): boolean => {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
};

const remappedHeaders = new Set([
  'authorization',
  'connection',
  'content-length',
  'content-md5',
  'date',
  'max-forwards',
  'server',
  'user-agent',
  'www-authenticate',
]);
const droppedHeaders = new Set([
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** API Gateway Developer Guide, "Amazon API Gateway important notes for REST APIs": the table of HTTP headers. */
const remapped = ([name, value]: Header): Header[] => {
  if (droppedHeaders.has(name.toLowerCase())) return [];
  if (remappedHeaders.has(name.toLowerCase())) return [[`x-amzn-Remapped-${name}`, value]];
  return [[name, value]];
};

import { ask, type HttpFact, inShort, jsonOf } from './ask.ts';

/** JSON but for one byte, which is not UTF-8. */
const notUtf8 = (): Uint8Array<ArrayBuffer> => {
  const body = new TextEncoder().encode('{"name":"a_b","categoryId":1}');
  body[body.indexOf('_'.charCodeAt(0))] = 0xff;
  return body;
};

const post = (type: string | undefined, body: string | Uint8Array<ArrayBuffer>) => ({
  method: 'POST',
  body,
  ...(type !== undefined && { headers: { 'Content-Type': type } }),
});

const BINARY = 'Developer Guide, "Binary media types for REST APIs in API Gateway"';
const INPUT = 'Developer Guide, "Input format of a Lambda function for proxy integration"';

/** How API Gateway changes requests to a function, and its answers. */
export const MESSAGES: readonly HttpFact[] = [
  {
    name: 'A body of a binary media type reaches the function byte by byte',
    source: `${BINARY}; ministackorg/ministack#767`,
    expected: '400 invalid_json',
    see: async (service) =>
      inShort(await ask(service, '/pets', post('application/json', notUtf8()))),
  },
  {
    name: 'So it does with a parameter after the media type',
    source: BINARY,
    expected: '400 invalid_json',
    see: async (service) =>
      inShort(await ask(service, '/pets', post('application/json; charset=utf-8', notUtf8()))),
  },
  {
    name: 'An answer that is not base64 is passed on as text, also where Accept names a binary type',
    source: `${BINARY}; ministackorg/ministack#767`,
    expected: '200, JSON',
    see: async (service) => {
      const reply = await ask(service, '/pets?limit=1', {
        headers: { Accept: 'application/json' },
      });
      return `${inShort(reply)}, ${Array.isArray(jsonOf(reply.text)) ? 'JSON' : 'something else'}`;
    },
  },
  {
    name: 'A request without a content type reaches the function without one',
    source: INPUT,
    expected: '400 unsupported_media_type',
    see: async (service) =>
      inShort(await ask(service, '/pets', post(undefined, new TextEncoder().encode('{}')))),
  },
  {
    name: 'A request without a body reaches the function with none',
    source: INPUT,
    expected: '400 invalid_json',
    see: async (service) => inShort(await ask(service, '/pets', post('application/json', ''))),
  },
  {
    name: 'All values of a repeated parameter reach the function',
    source: INPUT,
    expected: '400 validation_failed',
    see: async (service) => inShort(await ask(service, '/pets?limit=5&limit=5')),
  },
  {
    name: 'A parameter without a value reaches the function as an empty one',
    source: INPUT,
    expected: '400 validation_failed',
    see: async (service) => inShort(await ask(service, '/pets?limit=')),
  },
  {
    name: 'Escapes in a query are decoded before the function',
    source: INPUT,
    expected: '200',
    see: async (service) => inShort(await ask(service, '/pets?limit=1&status=%61vailable')),
  },
  {
    name: 'X-Forwarded-Proto and the host are the gateway’s to say: links lead back to the base address',
    source: `${INPUT}; what a client sends in their place is not documented`,
    expected: 'the base address',
    see: async (service) => {
      const { protocol } = new URL(service.baseUrl);
      const other = protocol === 'https:' ? 'http' : 'https';
      const headers = { 'X-Forwarded-Proto': other, 'X-Forwarded-Host': 'example.org' };
      const link = (await ask(service, '/pets/0', { headers })).headers.get('Link') ?? 'no link';
      return link.includes(`<${service.baseUrl}/pets`) ? 'the base address' : link;
    },
  },
  {
    name: 'No answer names a server',
    source: 'Developer Guide, "Amazon API Gateway important notes for REST APIs"',
    expected: 'no Server header',
    see: async (service) => {
      const { headers } = await ask(service, '/pets/0');
      return headers.get('Server') ?? 'no Server header';
    },
  },
];

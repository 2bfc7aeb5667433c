import { expect, test } from '@jest/globals';
import { signatureHeaders } from '../../../functions/deliver-webhook/send.ts';
import { readDelivery, WebhookSignatureError } from '../../../packages/client/src/index.ts';
import { newSecret } from '../../support/stored-webhooks.ts';

const [SECRET, OTHER] = [newSecret(24), newSecret(64)];
const BODY = '[{"position":7,"type":"pet.created","data":{"id":9007199254740993,"name":"Zoë 🐕"}}]';
const signed = (body: string, secrets: readonly string[], at = Date.now()) =>
  signatureHeaders({ id: 'msg_1', body, secrets }, new Date(at));

test('what the service signs is read, with all digits, as text or bytes, by headers of Node or fetch', async () => {
  for (const secrets of [[SECRET], [OTHER, SECRET]]) {
    const headers = signed(BODY, secrets);
    for (const body of [BODY, Buffer.from(BODY), await new Response(BODY).arrayBuffer()]) {
      const upper = Object.entries(headers).map(
        ([name, value]) => [name.toUpperCase(), value] as const,
      );
      const other = { get: (name: string) => new Headers(headers).get(name) };
      const maps = [new Map(Object.entries(headers)), new Map(upper)];
      const objects = [headers, new Headers(headers), Object.fromEntries(upper), other];
      for (const each of [...objects, ...maps]) {
        const [event] = await readDelivery(body, each, SECRET);
        expect(event?.data.id).toBe(9_007_199_254_740_993n);
      }
    }
  }
  expect(await readDelivery('[]', signed('[]', [SECRET]), SECRET)).toEqual([]);
});

const MINUTES = 60_000;
test.each([
  ['another secret', BODY, signed(BODY, [OTHER])],
  ['another body', BODY.replace('7', '8'), signed(BODY, [SECRET])],
  ['another id', BODY, { ...signed(BODY, [SECRET]), 'webhook-id': 'msg_2' }],
  ['an old time', BODY, signed(BODY, [SECRET], Date.now() - 6 * MINUTES)],
  ['a time to come', BODY, signed(BODY, [SECRET], Date.now() + 6 * MINUTES)],
  ['no headers', BODY, {}],
  ['no time', BODY, { ...signed(BODY, [SECRET]), 'webhook-timestamp': 'now' }],
  ['no base64', BODY, { ...signed(BODY, [SECRET]), 'webhook-signature': 'v1,§ v2,AA== v1,' }],
])('%s is refused', async (_what, body, headers) => {
  await expect(readDelivery(body, headers, SECRET)).rejects.toThrow(WebhookSignatureError);
});

test('what is wrong with a body, headers or a secret is said, and does not blame the sender', async () => {
  const read = (body: unknown, secret = SECRET) =>
    readDelivery(body as string, signed(BODY, [SECRET]), secret);
  for (const body of [undefined, null, JSON.parse(BODY), {}])
    await expect(read(body)).rejects.toThrow(/^body must be bytes .*before any parser/);
  await expect(read('')).rejects.toThrow(/^The body is empty: .*before any parser/);
  await expect(readDelivery(BODY, undefined as never, SECRET)).rejects.toThrow(/^headers are/);
  await expect(read(BODY, '')).rejects.toThrow(/^secret is missing/);
  for (const secret of ['', 'whsec_', 'whsec_§'])
    await expect(read(BODY, secret)).rejects.toThrow(TypeError);
  await expect(readDelivery('{}', signed('{}', [SECRET]), SECRET)).rejects.toThrow(TypeError);
});

import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { signatureHeaders } from '../../../../functions/deliver-webhook/sign.ts';

const newSecret = (bytes = 32) => `whsec_${randomBytes(bytes).toString('base64')}`;
const id = 'msg_0123456789abcdef';
const body = '[{"position":9007199254740993,"name":"Zoë 🐕"}]';

/** Whether a receiver with a secret takes what was sent. */
const accepts = (secret: string, headers: Record<string, string>, received = body): boolean => {
  try {
    new Webhook(secret).verify(received, headers);
    return true;
  } catch {
    return false;
  }
};

describe('signatures, as the library of Standard Webhooks verifies them', () => {
  test('are accepted for bodies and secrets of any kind', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.uint8Array({ minLength: 24, maxLength: 64 }),
        (sent, secretBytes) => {
          const secret = `whsec_${Buffer.from(secretBytes).toString('base64')}`;
          const headers = signatureHeaders({ id, body: sent, secrets: [secret] }, new Date());
          return accepts(secret, headers, sent);
        },
      ),
    );
  });

  test('are accepted by receivers with either of two secrets, and by no other', () => {
    const [next, former, other] = [newSecret(), newSecret(), newSecret()];
    const headers = signatureHeaders({ id, body, secrets: [next, former] }, new Date());
    expect([next, former, other].map((secret) => accepts(secret, headers))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('are of the id, the second and the bytes: nothing else is accepted', () => {
    const secret = newSecret();
    const headers = signatureHeaders({ id, body, secrets: [secret] }, new Date());
    const second = Number(headers['webhook-timestamp']);
    expect(accepts(secret, headers)).toBe(true);
    expect(accepts(secret, headers, `${body} `)).toBe(false);
    expect(accepts(secret, { ...headers, 'webhook-id': 'msg_0' })).toBe(false);
    expect(accepts(secret, { ...headers, 'webhook-timestamp': `${second - 1}` })).toBe(false);
  });
});

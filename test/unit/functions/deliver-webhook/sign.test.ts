import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { signatureHeaders } from '../../../../functions/deliver-webhook/sign.ts';

const secret = fc
  .uint8Array({ minLength: 24, maxLength: 64 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`);

test('the library of Standard Webhooks verifies any body with either of its secrets, and with no other', () => {
  fc.assert(
    fc.property(fc.json(), fc.uniqueArray(secret, { minLength: 3, maxLength: 3 }), (body, all) => {
      const [next = '', former = '', other = ''] = all;
      const signed = { id: 'msg_0123456789abcdef', body, secrets: [next, former] };
      const headers = signatureHeaders(signed, new Date());
      const verify = (each: string) => new Webhook(each).verify(body, headers);
      for (const each of [next, former]) verify(each);
      expect(() => verify(other)).toThrow();
    }),
  );
});

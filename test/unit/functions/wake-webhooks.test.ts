import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { wakeWebhooksHandler } from '../../../functions/wake-webhooks/handler.ts';
import type { WebhookKey } from '../../../lib/webhooks/stored-webhook.ts';

const ofKeys = (Keys: unknown) => ({ dynamodb: { Keys } });

/** Records of any form, many of them nearly as they should be. */
const odd = fc.oneof(
  fc.jsonValue(),
  fc.record({ dynamodb: fc.jsonValue() }),
  fc
    .dictionary(
      fc.constantFrom('log', 'accountId', 'id', 'position'),
      fc.oneof(fc.jsonValue(), fc.record({ S: fc.jsonValue() })),
    )
    .map(ofKeys),
);

test('records that cannot be read stop none of their batch, and each leaves a line', async () => {
  const lines = jest.spyOn(console, 'error').mockImplementation(() => {});
  await fc.assert(
    fc.asyncProperty(fc.array(odd, { minLength: 1, maxLength: 3 }), async (others) => {
      lines.mockClear();
      const logs: string[] = [];
      const asked: WebhookKey[] = [];
      const wake = wakeWebhooksHandler({
        wakeLogs: async (found) => void logs.push(...found),
        startAll: async (found) => void asked.push(...found),
        sweep: () => Promise.reject(new Error('There are records')),
      });
      const key = { accountId: 'acct_1', id: 'whk_1' };
      const asks = ofKeys({ accountId: { S: key.accountId }, id: { S: key.id } });
      await wake({ Records: [...others, ofKeys({ log: { S: 'pets' } }), asks] });
      expect(logs).toContain('pets');
      expect(asked).toContainEqual(key);
      expect(lines.mock.calls.length + logs.length + asked.length).toBeGreaterThanOrEqual(3);
      for (const [line] of lines.mock.calls) {
        expect(JSON.parse(String(line))).toMatchObject({ level: 'ERROR', code: 'wake_left_out' });
      }
    }),
    { numRuns: 200 },
  );
});

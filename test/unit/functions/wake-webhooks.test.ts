import { expect, jest, test } from '@jest/globals';
import { wakeWebhooksHandler } from '../../../functions/wake-webhooks/handler.ts';

const ofKeys = (Keys: unknown) => ({ dynamodb: { Keys } });

const UNREADABLE = [
  ...[null, 'record', {}, { dynamodb: null }, ofKeys(undefined), ofKeys({})],
  ...[{ log: 'pets' }, { log: { S: 5 } }, { accountId: { S: 'acct_1' } }].map(ofKeys),
];

test('records that cannot be read stop none of their batch, and each leaves a line', async () => {
  const lines = jest.spyOn(console, 'error').mockImplementation(() => {});
  const found: unknown[] = [];
  const wake = wakeWebhooksHandler({
    wakeLogs: async (logs) => void found.push(...logs),
    startAll: async (webhooks) => void found.push(...webhooks),
    sweep: () => Promise.reject(new Error('There are records')),
  });
  const key = { accountId: 'acct_1', id: 'whk_1' };
  const asks = ofKeys({ accountId: { S: key.accountId }, id: { S: key.id } });
  await wake({ Records: [...UNREADABLE, ofKeys({ log: { S: 'pets' } }), asks] });
  expect(found).toEqual(['pets', key]);
  const logged = lines.mock.calls.map(([line]) => JSON.parse(String(line)));
  const leftOut = expect.objectContaining({ level: 'ERROR', code: 'wake_left_out' });
  expect(logged).toEqual(UNREADABLE.map(() => leftOut));
});

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildCreateMessage } from '../../functions/create-message/store.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';

let engine: TestEngine;

beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

const stored = async (id: string) =>
  (
    await engine.client.send(
      new GetCommand({ TableName: engine.tables.messages, Key: { id }, ConsistentRead: true }),
    )
  ).Item;

test('a message is stored as it was answered, to expire 30 days after its creation', async () => {
  const now = new Date('2026-11-21T10:20:30.456Z');
  const create = buildCreateMessage(engine.client, engine.tables, () => now);
  const { item: message } = await create({ message: 'Hello \u{1F436}' });
  expect(message).toEqual({
    id: expect.stringMatching(/^msg_[0-9a-f-]{36}$/),
    message: 'Hello \u{1F436}',
    status: 'queued',
    createdAt: '2026-11-21T10:20:30.456Z',
  });
  expect(await stored(message.id)).toEqual({
    ...message,
    expiresAt: BigInt(Date.parse('2026-12-21T10:20:30Z') / 1000),
  });
});

test('ids are in order of time, and unique within a millisecond', async () => {
  let time = 1_700_000_000_000;
  const create = buildCreateMessage(engine.client, engine.tables, () => new Date(time));
  const ids: string[] = [];
  for (let count = 0; count < 20; count += 1) {
    ids.push((await create({ message: 'Hello' })).item.id);
    time += count % 2 === 0 ? 1 : 997;
  }
  expect(ids).toEqual([...ids].sort());
  time = 1_800_000_000_000;
  const same = await Promise.all(Array.from({ length: 50 }, () => create({ message: 'Hello' })));
  expect(new Set(same.map(({ item }) => item.id)).size).toBe(50);
});

import { expect, test } from '@jest/globals';
import { buildCreateMessage } from '../../functions/create-message/store.ts';
import { openTables } from '../support/open-tables.ts';

const { client, tables, get } = await openTables();
const clock = () => new Date('2026-11-21T10:20:30.456Z');
const createMessage = buildCreateMessage(client, tables, clock);

const IDEMPOTENCY = { accountId: 'acct_1', key: 'one' };
test.each([undefined, IDEMPOTENCY])(
  'a message with the key %j is stored as it was answered, to expire 30 days after its creation',
  async (idempotency) => {
    const { item, replayed } = await createMessage({ message: 'Hello \u{1F436}' }, idempotency);
    expect(replayed).toBe(false);
    expect(item).toEqual({
      id: expect.stringMatching(/^msg_[0-9a-f-]{36}$/),
      message: 'Hello \u{1F436}',
      status: 'queued',
      createdAt: '2026-11-21T10:20:30.456Z',
    });
    const expiresAt = BigInt(Date.parse('2026-12-21T10:20:30Z') / 1000);
    expect(await get('messages', { id: item.id })).toEqual({ ...item, expiresAt });
  },
);

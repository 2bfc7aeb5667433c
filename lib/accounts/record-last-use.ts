import { TIME_BUDGET } from '../process/time-budget.ts';
import type { Build, ItemKey } from '../storage/tables.ts';
import { updateExpression } from '../storage/update-expression.ts';
import { updateIf } from '../storage/update-if.ts';
import { hourOf, type Key } from './key-record.ts';

const HOUR = 60 * 60 * 1000;

/**
 * Notes the hour in which a key was used: one write an hour and key, however often it is used. An hour that a clock far ahead
 * noted gives way.
 */
export type RecordUse = (key: Key, now: Date) => Promise<void>;

export const buildRecordUse: Build<'apiKeys', RecordUse> =
  (client, { apiKeys }) =>
  async ({ keyHash, lastUsedAt }, now) => {
    const hour = hourOf(now);
    // Machines whose clocks differ by less do not take turns.
    const next = hourOf(new Date(now.getTime() + HOUR));
    if (lastUsedAt !== undefined && lastUsedAt >= hour && lastUsedAt <= next) return;
    const update = {
      TableName: apiKeys,
      Key: { keyHash } satisfies ItemKey<'apiKeys'>,
      ...updateExpression(
        { lastUsedAt: hour },
        {
          ConditionExpression:
            'attribute_exists(keyHash) AND (attribute_not_exists(lastUsedAt) OR lastUsedAt < :lastUsedAt OR lastUsedAt > :next)',
          ExpressionAttributeValues: { ':next': next },
        },
      ),
    };
    // The condition does not hold if another instance of the authorizer was first.
    await updateIf(client, update, { abortSignal: AbortSignal.timeout(TIME_BUDGET.lastUse) });
  };

import { operations } from '../../../functions/operations.ts';
import type { TableName } from '../../../lib/storage/tables.ts';
import { BACKFILLS } from './all-backfills.ts';

/** A backfill of this version, and the operations that need it by their contracts. */
export interface NeededBackfill {
  readonly name: string;
  readonly table: TableName;
  readonly neededBy: readonly string[];
}

/** Every backfill. @throws Error if a contract names one that does not exist */
export const neededBackfills = (contracts = operations): readonly NeededBackfill[] => {
  const needed = Map.groupBy(contracts, ({ backfill }) => backfill?.name);
  for (const [name, [contract]] of needed)
    if (name !== undefined && !BACKFILLS[name])
      throw new Error(`${contract?.operationId} needs the backfill ${name}, which does not exist`);
  return Object.entries(BACKFILLS).map(([name, { table }]) => {
    const neededBy = needed.get(name)?.map(({ operationId }) => operationId) ?? [];
    return { name, table, neededBy };
  });
};

export const backfillCommand = (name: string, stage: string): string =>
  `npm run operator -- backfill ${name} --stage ${stage}`;

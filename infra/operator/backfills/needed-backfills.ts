import { operations } from '../../../functions/operations.ts';
import { BACKFILLS } from './all-backfills.ts';

/** Every backfill, and the operations that need it by their contracts. @throws Error if a contract names one that does not exist */
export const neededBackfills = (contracts = operations) => {
  const needed = Map.groupBy(contracts, ({ backfill }) => backfill?.name);
  for (const [name, [contract]] of needed)
    if (name !== undefined && !BACKFILLS[name])
      throw new Error(`${contract?.operationId} needs the backfill ${name}, which does not exist`);
  return Object.entries(BACKFILLS).map(([name, { table }]) => {
    const neededBy: readonly string[] = needed.get(name)?.map((each) => each.operationId) ?? [];
    return { name, table, neededBy };
  });
};

export const backfillCommand = (name: string, stage: string): string =>
  `npm run operator -- backfill ${name} --stage ${stage}`;

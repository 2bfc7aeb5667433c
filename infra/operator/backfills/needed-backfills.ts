import { operations } from '../../../functions/operations.ts';
import { BACKFILLS } from './all-backfills.ts';

/** Every backfill, and the operations that need it by their contracts. @throws Error if a contract names one that does not exist */
export const neededBackfills = (contracts = operations, all = BACKFILLS) => {
  for (const { operationId, backfills = [] } of contracts)
    for (const { name } of backfills)
      if (!all[name])
        throw new Error(`${operationId} needs the backfill ${name}, which does not exist`);
  return Object.entries(all).map(([name, { table }]) => {
    const needing = contracts.filter((of) => of.backfills?.some((each) => each.name === name));
    const neededBy: readonly string[] = needing.map(({ operationId }) => operationId);
    return { name, table, neededBy };
  });
};

export const backfillCommand = (name: string, stage: string): string =>
  `npm run operator -- backfill ${name} --stage ${stage}`;

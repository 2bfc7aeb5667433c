import {
  type StorageAction,
  type TableAccess,
  type TableName,
  tableDefinition,
  tableNames,
} from '../../../../lib/storage/tables.ts';

/** A table or index that may be throttled, and what functions do with it. */
export interface ThrottleTarget {
  readonly table: TableName;
  readonly index: string | undefined;
  readonly use: 'Read' | 'Write';
}

/** All other actions write. */
const READS: readonly StorageAction[] = ['BatchGetItem', 'GetItem', 'Query'];

const isRead = (action: StorageAction): boolean => READS.includes(action);

/** What functions with these rights read and write. A write to a table writes to all its indexes. */
export const throttleTargets = (access: readonly TableAccess[]): readonly ThrottleTarget[] =>
  tableNames().flatMap((table) => {
    const ofTable = access.filter((each) => each.table === table);
    const indexes = [undefined, ...Object.keys(tableDefinition(table).indexes ?? {})];
    const read = indexes
      .filter((index) => ofTable.some((each) => each.index === index && each.actions.some(isRead)))
      .map((index) => ({ table, index, use: 'Read' }) as const);
    const written = indexes
      .filter(() => ofTable.some(({ actions }) => !actions.every(isRead)))
      .map((index) => ({ table, index, use: 'Write' }) as const);
    return [...read, ...written];
  });

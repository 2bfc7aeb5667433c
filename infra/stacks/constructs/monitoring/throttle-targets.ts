import {
  type StorageAction,
  type TableAccess,
  type TableName,
  tableDefinition,
  tableNames,
} from '../../../../lib/tables.ts';

/** A table that may be throttled, and what functions do with it. */
export interface ThrottleTarget {
  readonly table: TableName;
  readonly use: 'Read' | 'Write';
  /** The indexes that they do it with; `undefined` is the table itself. */
  readonly parts: readonly (string | undefined)[];
}

/** All other actions write. */
const READS: readonly StorageAction[] = ['BatchGetItem', 'GetItem', 'Query'];

const isRead = (action: StorageAction): boolean => READS.includes(action);

/** What functions with these rights read and write. A write to a table writes to all its indexes. */
export const throttleTargets = (access: readonly TableAccess[]): readonly ThrottleTarget[] =>
  tableNames()
    .flatMap((table): ThrottleTarget[] => {
      const ofTable = access.filter((each) => each.table === table);
      const all = [undefined, ...Object.keys(tableDefinition(table).indexes ?? {})];
      const read = all.filter((index) =>
        ofTable.some((each) => each.index === index && each.actions.some(isRead)),
      );
      const writes = ofTable.some(({ actions }) => !actions.every(isRead));
      return [
        { table, use: 'Read', parts: read },
        { table, use: 'Write', parts: writes ? all : [] },
      ];
    })
    .filter(({ parts }) => parts.length > 0);

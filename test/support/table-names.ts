import { tableOutput } from '../../infra/stacks/names.ts';
import { tableNames as allTables, type TableName } from '../../lib/storage/tables.ts';

/** Names of tables, by what each is called in the code. */
export type Tables = Readonly<Record<TableName, string>>;

/** Names all tables. */
export const nameTables = (nameOf: (name: TableName) => string): Tables =>
  Object.fromEntries(allTables().map((name) => [name, nameOf(name)])) as Record<TableName, string>;

/** The names of a stage's tables, from the outputs of its stack. */
export const tableNames = (output: (name: string) => string): Tables =>
  nameTables((name) => output(tableOutput(name)));

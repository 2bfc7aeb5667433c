import { tableOutput } from '../../infra/stacks/names.ts';
import { tableNames as allTables, type TableName } from '../../lib/tables.ts';

/** The names of a stage's tables, from the outputs of its stack. */
export const tableNames = (output: (name: string) => string): Readonly<Record<TableName, string>> =>
  Object.fromEntries(allTables().map((name) => [name, output(tableOutput(name))])) as Record<
    TableName,
    string
  >;

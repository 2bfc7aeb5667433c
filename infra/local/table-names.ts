import * as z from 'zod';
import type { TableName } from '../../lib/tables.ts';
import { tableOutput } from '../constructs/tables.ts';

const text = z.string();

/**
 * The name of a table, from its stack's outputs.
 * @throws ZodError if the outputs are those of another stack
 */
export const tableNameFrom = (outputs: Readonly<Record<string, string>>, name: TableName): string =>
  text.parse(outputs[tableOutput(name)]);

import { requireEnv } from '../process/env.ts';
import { createDocumentClient } from './document-client.ts';
import { type Build, type TableAccess, type TableName, tableEnv } from './tables.ts';

/**
 * Builds what a function does with storage, over the tables that it has access to.
 * @throws Error if the function was deployed without the name of one
 */
export const openStorage = <Name extends TableName, Store>(
  access: readonly TableAccess<Name>[],
  build: Build<NoInfer<Name>, Store>,
): Store =>
  build(
    createDocumentClient(),
    Object.assign({}, ...access.map(({ table }) => ({ [table]: requireEnv(tableEnv(table)) }))),
  );

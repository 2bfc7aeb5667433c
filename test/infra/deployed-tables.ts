import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const FILE = join(import.meta.dirname, 'deployed-tables.json');

/**
 * The tables that stages were deployed with: logical id, keys with their types, and indexes. To
 * CloudFormation a table with another id, name or key is another table: it makes an empty one, and the
 * service forgets the old one's data, even where the old one is kept.
 */
export const readDeployedTables = (): Readonly<Record<string, string>> =>
  z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(FILE, 'utf8')));

/** Adds tables that are new. What is there stays as it is: only a person changes or removes it. */
export const addDeployedTables = (tables: Readonly<Record<string, string>>): void =>
  writeFileSync(FILE, `${JSON.stringify({ ...tables, ...readDeployedTables() }, null, 2)}\n`);

/** The tables of a template: all that makes another table of each when it changes. */
export const tablesOf = (template: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(templateSchema.parse(template).Resources)
      .filter(([, { Type }]) => Type === 'AWS::DynamoDB::GlobalTable')
      .map(([logicalId, { Properties }]) => [logicalId, identityOf(Properties)]),
  );

const templateSchema = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.unknown().optional() }),
  ),
});

const keys = z.array(z.object({ AttributeName: z.string() }));

const tableSchema = z.object({
  TableName: z.string().optional(),
  KeySchema: keys,
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })),
  GlobalSecondaryIndexes: z.array(z.object({ IndexName: z.string(), KeySchema: keys })).default([]),
});

/** `id N, name S; byName: name S`. */
const identityOf = (properties: unknown): string => {
  const table = tableSchema.parse(properties);
  const types = new Map(
    table.AttributeDefinitions.map(({ AttributeName, AttributeType }) => [
      AttributeName,
      AttributeType,
    ]),
  );
  const describe = (schema: z.output<typeof keys>): string =>
    schema.map(({ AttributeName }) => `${AttributeName} ${types.get(AttributeName)}`).join(', ');
  const indexes = table.GlobalSecondaryIndexes.map(
    ({ IndexName, KeySchema }) => `${IndexName}: ${describe(KeySchema)}`,
  );
  const name = table.TableName === undefined ? [] : [`named ${table.TableName}`];
  return [...name, describe(table.KeySchema), ...indexes].join('; ');
};

import { expect, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import * as z from 'zod';
import { STAGES } from '../../infra/stages.ts';
import { readTemplate } from '../support/assembly.ts';
import { DEPLOYED_TABLES } from './deployed-tables.ts';

const keys = z.array(z.object({ AttributeName: z.string() }));

const tableSchema = z.object({
  TableName: z.string().optional(),
  KeySchema: keys,
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })),
  GlobalSecondaryIndexes: z.array(z.object({ IndexName: z.string(), KeySchema: keys })).default([]),
});

/** All that makes another table of it when it changes: `id N, name S; byName: name S`. */
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

const ADVICE =
  'A deployment would replace or delete tables, and with them the data of the service. Take the change ' +
  'back, or add a table beside the old one and move the data first. When the old one is not used any ' +
  'more, or the table is a new one, edit test/infra/deployed-tables.ts.';

test.each(Object.values(STAGES))(
  'a deployment of $stackName replaces or deletes no table',
  (config) => {
    const template = Template.fromJSON(readTemplate(config.stackName));
    const tables = Object.entries(template.findResources('AWS::DynamoDB::GlobalTable')).map(
      ([logicalId, { Properties }]) => [logicalId, identityOf(Properties)],
    );
    expect({ advice: ADVICE, tables: Object.fromEntries(tables) }).toEqual({
      advice: ADVICE,
      tables: DEPLOYED_TABLES,
    });
    template.resourceCountIs('AWS::DynamoDB::Table', 0);
  },
);

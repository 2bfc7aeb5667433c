import { expect, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { STAGES } from '../../infra/stacks/stages.ts';
import { readTemplate } from '../support/assembly.ts';
import { readDeployedTables, tablesOf } from './deployed-tables.ts';

const ADVICE =
  'A new table: npm run generate writes it down. Else a deployment would replace or delete tables, and with ' +
  'them the data of the service. Take the change back, or add a table next to the old one and move the data ' +
  'first. When the old one is not used any more, edit test/infra/deployed-tables.json.';

test.each(Object.values(STAGES))(
  'a deployment of $stackName replaces or deletes no table',
  (config) => {
    const template = readTemplate(config.stackName);
    expect({ advice: ADVICE, tables: tablesOf(template) }).toEqual({
      advice: ADVICE,
      tables: readDeployedTables(),
    });
    Template.fromJSON(template).resourceCountIs('AWS::DynamoDB::Table', 0);
  },
);

import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { type TableName, tableDefinition, tableNames } from '../../../lib/tables.ts';
import { tableOutput } from '../../stacks/output-names.ts';
import type { StageConfig } from '../../stacks/stages.ts';
import { alike, look } from './alike.ts';
import type { Deployment, Setting } from './deployment.ts';

const ofEach = (
  { output, dynamoDb }: Deployment,
  names: readonly TableName[],
  see: (dynamoDb: Deployment['dynamoDb'], TableName: string) => Promise<string>,
): Promise<string> =>
  look(
    names,
    (name) => see(dynamoDb, output(tableOutput(name))),
    (name) => name,
  );

const describe = async (dynamoDb: Deployment['dynamoDb'], TableName: string) =>
  (await dynamoDb.send(new DescribeTableCommand({ TableName }))).Table;

const onOrOff = (on: boolean | undefined): string => (on ? 'on' : 'off');

/** Tables whose items expire by the same attribute, or not at all. */
const expiring = Map.groupBy(tableNames(), (name) => tableDefinition(name).timeToLive);

/** Tables with indexes. */
const indexed = tableNames().filter((name) => tableDefinition(name).indexes !== undefined);

/** What DynamoDB holds of a stage. */
export const tableSettings = ({ protectData }: StageConfig): readonly Setting[] => [
  {
    name: 'Tables can be used, and are paid by use',
    source: 'DynamoDB Developer Guide, "DynamoDB throughput capacity"',
    expected: 'ACTIVE, PAY_PER_REQUEST',
    see: (deployment) =>
      ofEach(deployment, tableNames(), async (dynamoDb, name) => {
        const table = await describe(dynamoDb, name);
        return `${table?.TableStatus}, ${table?.BillingModeSummary?.BillingMode}`;
      }),
  },
  {
    name: 'Indexes can be used',
    source: 'DynamoDB Developer Guide, "Managing Global Secondary Indexes in DynamoDB"',
    expected: 'ACTIVE',
    see: (deployment) =>
      ofEach(deployment, indexed, async (dynamoDb, name) => {
        const { GlobalSecondaryIndexes: indexes = [] } = (await describe(dynamoDb, name)) ?? {};
        return alike(
          indexes.map(({ IndexName, IndexStatus }) => [String(IndexName), String(IndexStatus)]),
        );
      }),
  },
  {
    name: 'Deletion protection of tables',
    source: 'DynamoDB Developer Guide, "Using deletion protection to protect your table"',
    expected: onOrOff(protectData),
    see: (deployment) =>
      ofEach(deployment, tableNames(), async (dynamoDb, name) =>
        onOrOff((await describe(dynamoDb, name))?.DeletionProtectionEnabled),
      ),
  },
  {
    name: 'Tables can be restored to any second',
    source: 'DynamoDB Developer Guide, "Point-in-time backups for DynamoDB"',
    expected: protectData ? 'ENABLED' : 'DISABLED',
    see: (deployment) =>
      ofEach(deployment, tableNames(), async (dynamoDb, TableName) => {
        const answer = await dynamoDb.send(new DescribeContinuousBackupsCommand({ TableName }));
        const { PointInTimeRecoveryDescription: recovery } =
          answer.ContinuousBackupsDescription ?? {};
        return recovery?.PointInTimeRecoveryStatus ?? 'DISABLED';
      }),
  },
  ...[...expiring].map(
    ([attribute, names]): Setting => ({
      name: `Items expire, or do not: ${names.join(', ')}`,
      source: 'DynamoDB Developer Guide, "Using time to live (TTL) in DynamoDB"',
      expected: attribute ? `ENABLED by ${attribute}` : 'DISABLED',
      see: (deployment) =>
        ofEach(deployment, names, async (dynamoDb, TableName) => {
          const answer = await dynamoDb.send(new DescribeTimeToLiveCommand({ TableName }));
          const { TimeToLiveStatus: status, AttributeName } = answer.TimeToLiveDescription ?? {};
          return AttributeName ? `${status} by ${AttributeName}` : (status ?? 'DISABLED');
        }),
    }),
  ),
];

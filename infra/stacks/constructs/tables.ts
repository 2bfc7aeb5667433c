import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  ContributorInsightsMode,
  ProjectionType,
  StreamViewType,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { type TableName, tableDefinition, tableNames } from '../../../lib/storage/tables.ts';
import { constructId } from '../names.ts';
import type { StageConfig } from '../stages.ts';

const TYPES = { N: AttributeType.NUMBER, S: AttributeType.STRING } as const;

/** The DynamoDB tables of a stage, on demand: paid by use, without planned capacity. */
export class Tables extends Construct {
  readonly #tables: ReadonlyMap<TableName, TableV2>;
  /** Whether changes of tables invoke functions. */
  readonly haveStreams: boolean;

  constructor(scope: Construct, id: string, config: StageConfig) {
    super(scope, id);
    this.haveStreams = config.streams !== 'off';
    this.#tables = new Map(tableNames().map((name) => [name, this.create(name, config)]));
  }

  get(name: TableName): TableV2 {
    const table = this.#tables.get(name);
    if (table === undefined) throw new Error(`There is no table ${name}`);
    return table;
  }

  streamArn(name: TableName): string {
    const arn = this.get(name).tableStreamArn;
    if (arn === undefined)
      throw new Error(`The table ${name} has no stream: see tables.ts of lib.`);
    return arn;
  }

  private create(name: TableName, config: StageConfig): TableV2 {
    const { key, indexes = {}, keysOnly, timeToLive, stream } = tableDefinition(name);
    const warm = name === 'pets' &&
      config.warmThroughput && { warmThroughput: config.warmThroughput };
    return new TableV2(this, constructId(name), {
      billing: Billing.onDemand(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: config.protectData },
      deletionProtection: config.protectData,
      removalPolicy: RemovalPolicy[config.removalPolicy],
      // Only for pets: the keys of other tables name accounts, or are hashes of API keys.
      ...(config.throttledKeys &&
        name === 'pets' && {
          contributorInsightsSpecification: {
            enabled: true,
            mode: ContributorInsightsMode.THROTTLED_KEYS,
          },
        }),
      ...warm,
      ...keysOf(key),
      globalSecondaryIndexes: Object.entries(indexes).map(([indexName, indexKey]) => ({
        indexName,
        ...keysOf(indexKey),
        ...warm,
        ...(keysOnly?.includes(indexName) && { projectionType: ProjectionType.KEYS_ONLY }),
      })),
      ...(stream && this.haveStreams && { dynamoStream: StreamViewType[stream] }),
      ...(timeToLive && { timeToLiveAttribute: timeToLive }),
    });
  }
}

const keysOf = (key: Readonly<Record<string, keyof typeof TYPES>>) => {
  const [partitionKey, sortKey] = Object.entries(key).map(([name, type]) => ({
    name,
    type: TYPES[type],
  }));
  if (partitionKey === undefined) throw new Error('A key needs an attribute');
  return { partitionKey, ...(sortKey && { sortKey }) };
};

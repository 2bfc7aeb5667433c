import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, type TablePropsV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { PETS_BY_STATUS, type TableName } from '../../lib/tables.ts';
import type { StageConfig } from '../stages.ts';

/** The DynamoDB tables of a stage, on demand: paid by use, without a capacity to plan. */
export class Tables extends Construct {
  readonly byName: Readonly<Record<TableName, TableV2>>;

  constructor(scope: Construct, id: string, config: StageConfig) {
    super(scope, id);
    const table = (tableId: string, keys: TablePropsV2) =>
      new TableV2(this, tableId, {
        billing: Billing.onDemand(),
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: config.protectData },
        deletionProtection: config.protectData,
        removalPolicy: RemovalPolicy[config.removalPolicy],
        ...keys,
      });

    this.byName = {
      // Ids are dense, so a thousand of them make a partition: the whole list is in order of id
      // without an index, and no partition grows with the service.
      pets: table('Pets', {
        partitionKey: { name: 'idRange', type: AttributeType.NUMBER },
        sortKey: { name: 'id', type: AttributeType.NUMBER },
        globalSecondaryIndexes: [
          {
            indexName: PETS_BY_STATUS,
            partitionKey: { name: 'status', type: AttributeType.STRING },
            sortKey: { name: 'id', type: AttributeType.NUMBER },
          },
        ],
      }),
      counters: table('Counters', {
        partitionKey: { name: 'name', type: AttributeType.STRING },
      }),
      accounts: table('Accounts', {
        partitionKey: { name: 'accountId', type: AttributeType.STRING },
      }),
      apiKeys: table('ApiKeys', {
        partitionKey: { name: 'keyHash', type: AttributeType.STRING },
      }),
      messages: table('Messages', {
        partitionKey: { name: 'id', type: AttributeType.STRING },
        timeToLiveAttribute: 'expiresAt',
      }),
      idempotencyKeys: table('IdempotencyKeys', {
        partitionKey: { name: 'id', type: AttributeType.STRING },
        timeToLiveAttribute: 'expiresAt',
      }),
    };
  }
}

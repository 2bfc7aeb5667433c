import { Duration, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type TableName, tableNames } from '../../../lib/storage/tables.ts';
import { constructId } from '../names.ts';
import type { StreamSources } from '../stream-sources.ts';
import type { BundledFunction } from './bundled-function.ts';
import type { Tables } from './tables.ts';

export interface TableStreamsProps {
  readonly function: BundledFunction;
  readonly tables: Tables;
  readonly sources: StreamSources;
  /** When a batch is given up. The stream itself does that after 24 hours, without a word to anyone. */
  readonly givenUpAfter: Duration;
}

/**
 * Invokes a function with the changes of tables, in the order of each item's. A batch that it fails on comes again, in halves,
 * until it is given up; meanwhile later changes of the same part of the table wait. Then a message says which it was.
 */
export class TableStreams extends Construct {
  /** Has a message for each batch that was given up. */
  readonly givenUp: Queue;

  constructor(
    scope: Construct,
    id: string,
    { function: invoked, tables, sources, givenUpAfter }: TableStreamsProps,
  ) {
    super(scope, id);
    this.givenUp = new Queue(this, 'GivenUp', {
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    const reason = 'It is where failed batches end: an alarm tells when one is there.';
    Validations.of(this.givenUp).acknowledge(
      { id: 'AwsSolutions-SQS3', reason },
      { id: 'Serverless-SQSRedrivePolicy', reason },
    );
    const streams = tableNames()
      .filter((name) => name in sources.tables)
      .map((name) => [name, tables.streamArn(name)] as const)
      .filter((found): found is readonly [TableName, string] => found[1] !== undefined);
    if (streams.length === 0) return;
    // All four "on your stream": Lambda looks for them when the mapping is made.
    invoked.role.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
          (action) => `dynamodb:${action}`,
        ),
        resources: streams.map(([, arn]) => arn),
      }),
    );
    invoked.role.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.givenUp.queueArn] }),
    );
    for (const [name, eventSourceArn] of streams) {
      const filter = sources.tables[name];
      const mapping = new EventSourceMapping(this, constructId(name), {
        target: invoked.live,
        eventSourceArn,
        // CloudFormation compares only what is stated.
        enabled: true,
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: sources.batchSize,
        bisectBatchOnError: true,
        maxRecordAge: givenUpAfter,
        ...(filter && { filters: [FilterCriteria.filter({ ...filter })] }),
        onFailure: { bind: () => ({ destination: this.givenUp.queueArn }) },
      });
      mapping.node.addDependency(invoked.role);
    }
  }
}

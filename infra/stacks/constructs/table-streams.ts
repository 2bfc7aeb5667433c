import { Duration, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { tableNames } from '../../../lib/storage/tables.ts';
import { constructId } from '../names.ts';
import type { StreamSources } from '../stream-sources.ts';
import type { BundledFunction } from './bundled-function.ts';
import type { Tables } from './tables.ts';

export interface StreamInvocation {
  readonly function: BundledFunction;
  readonly tables: Tables;
  readonly sources: StreamSources;
  /** When a batch is given up. The stream itself does that after 24 hours, without a word to anyone. */
  readonly givenUpAfter: Duration;
}

/**
 * Invokes a function with the changes of tables, in the order of each item's. A batch that it fails on comes again, in halves,
 * until it is given up; meanwhile later changes of the same part of the table wait. Then a message says which it was.
 * @returns what has a message for each batch that was given up
 */
export const invokeOnChanges = (
  parent: Construct,
  { function: invoked, tables, sources, givenUpAfter }: StreamInvocation,
): Queue => {
  const scope = new Construct(parent, 'Streams');
  const givenUp = new Queue(scope, 'GivenUp', {
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  const reason = 'It is where failed batches end: an alarm tells when one is there.';
  Validations.of(givenUp).acknowledge(
    { id: 'AwsSolutions-SQS3', reason },
    { id: 'Serverless-SQSRedrivePolicy', reason },
  );
  if (!tables.haveStreams) return givenUp;
  const streams = tableNames()
    .filter((name) => name in sources.tables)
    .map((name) => [name, tables.streamArn(name)] as const);
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
    new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [givenUp.queueArn] }),
  );
  for (const [name, eventSourceArn] of streams) {
    const filter = sources.tables[name];
    const mapping = new EventSourceMapping(scope, constructId(name), {
      target: invoked.live,
      eventSourceArn,
      // CloudFormation compares only what is stated.
      enabled: true,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: sources.batchSize,
      bisectBatchOnError: true,
      maxRecordAge: givenUpAfter,
      ...(filter && { filters: [FilterCriteria.filter({ ...filter })] }),
      onFailure: { bind: () => ({ destination: givenUp.queueArn }) },
    });
    mapping.node.addDependency(invoked.role);
  }
  return givenUp;
};

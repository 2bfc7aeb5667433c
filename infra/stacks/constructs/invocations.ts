/** What invokes functions besides APIs: changes of tables, schedules, and other functions. */
import { Duration, Validations } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import {
  EventSourceMapping,
  FilterCriteria,
  type IFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { constructId, LIVE } from '../names.ts';
import { type StreamSources, WAKE_WEBHOOKS_SOURCES } from '../stream-sources.ts';
import type { BundledFunction } from './bundled-function.ts';
import type { Tables } from './tables.ts';

/**
 * Invokes a function with the changes of tables, in the order of each item's. A batch that it fails on comes again, in halves,
 * until it is given up; meanwhile later changes of the same part of the table wait. Then a message says which it was.
 * @returns what has a message for each batch that was given up
 */
export const invokeOnChanges = (
  parent: Construct,
  invoked: BundledFunction,
  tables: Tables,
  sources: StreamSources,
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
  // All four "on your stream": Lambda looks for them when the mapping is made.
  const actions = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
  invoked.allow(
    actions.map((action) => `dynamodb:${action}`),
    sources.tables.map(([name]) => tables.streamArn(name)),
  );
  invoked.allow(['sqs:SendMessage'], [givenUp.queueArn]);
  for (const [name, filter] of sources.tables) {
    const mapping = new EventSourceMapping(scope, constructId(name), {
      target: invoked.live,
      eventSourceArn: tables.streamArn(name),
      // CloudFormation compares only what is stated.
      enabled: true,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: sources.batchSize,
      bisectBatchOnError: true,
      maxRecordAge: Duration.hours(sources.givenUpAfterHours),
      ...(filter && { filters: [FilterCriteria.filter({ ...filter })] }),
      onFailure: { bind: () => ({ destination: givenUp.queueArn }) },
    });
    mapping.node.addDependency(invoked.role);
  }
  return givenUp;
};

/** A schedule comes again within a minute, so that a late or repeated attempt is of no use. */
const ONCE = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };

/** Invokes a function each minute, once. */
export const invokeEveryMinute = (scope: Construct, id: string, invoked: IFunction): void => {
  invoked.configureAsyncInvoke(ONCE);
  const schedule = Schedule.rate(Duration.minutes(1));
  const rule = new Rule(new Construct(scope, id), 'Rule', { schedule });
  rule.addTarget(new LambdaFunction(invoked, ONCE));
  const reason = 'The next minute invokes it again, and its alarm turns on when nothing does.';
  Validations.of(rule).acknowledge({ id: 'Serverless-EventBusDLQ', reason });
  Validations.of(invoked).acknowledge({ id: 'Serverless-LambdaAsyncFailureDestination', reason });
};

/**
 * What wakes deliveries: new events, clients, and a sweep each minute, which finds those that were lost.
 * @param deliver delivers to up to twenty webhooks
 * @param wake finds webhooks that have something to do, and invokes the other one for them
 * @returns what has a message for each batch of new events that woke no delivery
 */
export const wakeDeliveries = (
  parent: Construct,
  deliver: BundledFunction,
  wake: BundledFunction,
  tables: Tables,
): Queue => {
  const scope = new Construct(parent, 'Webhooks');
  wake.allow(['lambda:InvokeFunction'], [`${deliver.latest.functionArn}:${LIVE}`]);
  // A sweep begins again within a minute what is lost.
  deliver.live.configureAsyncInvoke(ONCE);
  Validations.of(deliver.live).acknowledge({
    id: 'Serverless-LambdaAsyncFailureDestination',
    reason: 'The sweep of the next minute invokes it again for each webhook that has work.',
  });
  const givenUp = invokeOnChanges(scope, wake, tables, WAKE_WEBHOOKS_SOURCES);
  invokeEveryMinute(scope, 'Sweep', wake.live);
  return givenUp;
};

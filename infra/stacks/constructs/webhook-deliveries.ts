import { Duration, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { LIVE } from '../names.ts';
import { WAKE_WEBHOOKS_SOURCES } from '../stream-sources.ts';
import type { BundledFunction } from './bundled-function.ts';
import { invokeEveryMinute, ONCE } from './every-minute.ts';
import { invokeOnChanges } from './table-streams.ts';
import type { Tables } from './tables.ts';

/** What a deployed function is called by others: its alias, without a dependency on it, as both wait for the release check. */
export const liveName = ({ latest }: BundledFunction): string => `${latest.functionName}:${LIVE}`;

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
): IQueue => {
  const scope = new Construct(parent, 'Webhooks');
  wake.role.addToPrincipalPolicy(
    new PolicyStatement({
      actions: ['lambda:InvokeFunction'],
      resources: [`${deliver.latest.functionArn}:${LIVE}`],
    }),
  );
  // A sweep begins again within a minute what is lost.
  deliver.live.configureAsyncInvoke(ONCE);
  Validations.of(deliver.live).acknowledge({
    id: 'Serverless-LambdaAsyncFailureDestination',
    reason: 'The sweep of the next minute invokes it again for each webhook that has work.',
  });
  const givenUp = invokeOnChanges(scope, {
    function: wake,
    tables,
    sources: WAKE_WEBHOOKS_SOURCES,
    // The next event of a log wakes its webhooks too, or a sweep does, so no batch need hold up the others for long.
    givenUpAfter: Duration.hours(1),
  });
  invokeEveryMinute(scope, 'Sweep', wake.live);
  return givenUp;
};

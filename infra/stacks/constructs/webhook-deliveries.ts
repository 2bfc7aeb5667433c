import { Duration, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { LIVE } from '../names.ts';
import { WAKE_WEBHOOKS_SOURCES } from '../stream-sources.ts';
import type { BundledFunction } from './bundled-function.ts';
import { EveryMinute, ONCE } from './every-minute.ts';
import { TableStreams } from './table-streams.ts';
import type { Tables } from './tables.ts';

export interface WebhookDeliveriesProps {
  /** Delivers to one webhook. */
  readonly deliver: BundledFunction;
  /** Finds webhooks that have something to do, and invokes the other one for each. */
  readonly wake: BundledFunction;
  readonly tables: Tables;
}

/** What a deployed function is called by others: its alias, without a dependency on it, as both wait for the release check. */
export const liveName = ({ latest }: BundledFunction): string => `${latest.functionName}:${LIVE}`;

/** What wakes deliveries: new events, clients, and a sweep each minute, which finds those that were lost. */
export class WebhookDeliveries extends Construct {
  /** Has a message for each batch of new events that woke no delivery. */
  readonly givenUp: IQueue;

  constructor(scope: Construct, id: string, { deliver, wake, tables }: WebhookDeliveriesProps) {
    super(scope, id);
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
    ({ givenUp: this.givenUp } = new TableStreams(this, 'Streams', {
      function: wake,
      tables,
      sources: WAKE_WEBHOOKS_SOURCES,
      // The next event of a log wakes its webhooks too, or a sweep does, so no batch need hold up the others for long.
      givenUpAfter: Duration.hours(1),
    }));
    new EveryMinute(this, 'Sweep', wake);
  }
}

import { Duration, Stack } from 'aws-cdk-lib';
import { type Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { BundledFunction } from '../bundled-function.ts';
import { MAXIMUM, ServiceAlarm } from './service-alarm.ts';

export interface WebhookAlarmsProps {
  readonly logGroup: ILogGroup;
  /** Finds webhooks that have something to do. Each minute it writes for how long the oldest has waited. */
  readonly wake: BundledFunction;
  /** Has a message for each batch of new events that woke no delivery. */
  readonly givenUp: IQueue;
}

/** Alarms for webhooks that get nothing, whichever part fails. The failing receiver of one client raises none. */
export class WebhookAlarms extends Construct {
  /** How long the most overdue webhook has waited, in s. */
  readonly oldest: Metric;

  constructor(scope: Construct, id: string, props: WebhookAlarmsProps) {
    super(scope, id);
    const { logGroup, wake, givenUp } = props;
    const filter = new MetricFilter(this, 'Oldest', {
      logGroup,
      filterPattern: FilterPattern.stringValue('$.code', '=', 'webhooks_due'),
      metricNamespace: Stack.of(this).stackName,
      metricName: 'webhooks oldest due',
      metricValue: '$.oldestSeconds',
    });
    this.oldest = filter.metric(MAXIMUM);
    new ServiceAlarm(this, 'Late', {
      name: 'webhooks-late',
      effect:
        'Webhooks wait for more than five minutes for a delivery that is due, or the sweep does not run.',
      runbook: 'Deliveries are late',
      metric: this.oldest,
      limit: Duration.minutes(5).toSeconds(),
      treatMissingData: TreatMissingData.BREACHING,
    });
    new ServiceAlarm(this, 'Behind', {
      name: 'webhooks-behind',
      effect: 'Webhooks get new events more than a minute late.',
      runbook: 'Deliveries are late',
      metric: wake.live.metric('IteratorAge', MAXIMUM),
      limit: Duration.minutes(1).toMilliseconds(),
    });
    new ServiceAlarm(this, 'GivenUp', {
      name: 'webhooks-given-up',
      effect: 'Webhooks of some logs get new events up to an hour late.',
      runbook: 'Deliveries are late',
      metric: givenUp.metricApproximateNumberOfMessagesVisible(MAXIMUM),
      limit: 0,
    });
  }
}

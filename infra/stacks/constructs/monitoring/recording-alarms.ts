import { Duration } from 'aws-cdk-lib';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { BundledFunction } from '../bundled-function.ts';
import { MAXIMUM, ServiceAlarm } from './service-alarm.ts';

export interface RecordingAlarmsProps {
  readonly stackName: string;
  /** Records events. */
  readonly function: BundledFunction;
  /** Has a message for each batch of changes that was given up. */
  readonly givenUp: IQueue;
  readonly topic: ITopic;
}

/** Tells when the logs of events fall behind, or miss something. */
export class RecordingAlarms extends Construct {
  constructor(scope: Construct, id: string, props: RecordingAlarmsProps) {
    super(scope, id);
    const { stackName, function: recorder, givenUp, topic } = props;
    new ServiceAlarm(this, 'Late', {
      alarmName: `${stackName}-events-late`,
      effect: 'Clients see changes more than a minute late in GET /events.',
      runbook: 'Recording is late',
      metric: recorder.live.metric('IteratorAge', MAXIMUM),
      limit: Duration.minutes(1).toMilliseconds(),
      topic,
    });
    new ServiceAlarm(this, 'GivenUp', {
      alarmName: `${stackName}-events-given-up`,
      effect: 'Changes are missing in GET /events, and clients that keep a copy do not see them.',
      runbook: 'Recording stopped',
      metric: givenUp.metricApproximateNumberOfMessagesVisible(MAXIMUM),
      limit: 0,
      topic,
    });
  }
}

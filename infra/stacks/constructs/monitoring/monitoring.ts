import { Stack, Validations } from 'aws-cdk-lib';
import { type IAlarm, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { BundledFunction } from '../bundled-function.ts';
import type { Tables } from '../tables.ts';
import { ApiAlarms } from './api-alarms.ts';
import { StageDashboard, type StageDashboardProps } from './dashboard.ts';
import { EventCounts } from './event-counts.ts';
import { FunctionAlarms } from './function-alarms.ts';
import {
  RecordingAlarms,
  type RecordingAlarmsProps,
  RecordingHeartbeat,
} from './recording-alarms.ts';
import { ServiceAlarm, SUM } from './service-alarm.ts';
import { TableAlarms } from './table-alarms.ts';
import { WebhookAlarms, type WebhookAlarmsProps } from './webhook-alarms.ts';

export interface MonitoringProps
  extends Pick<StageDashboardProps, 'apis' | 'config' | 'deprecated'> {
  /** Takes the lines of all functions. */
  readonly logGroup: ILogGroup;
  readonly tables: Tables;
  /** Asks the APIs from outside, each minute. */
  readonly probe: BundledFunction | undefined;
  /** Records events, and where the changes are that it could not record. */
  readonly recording: RecordingAlarmsProps;
  /** Wakes webhooks, and where the events are that woke none. */
  readonly webhooks: Pick<WebhookAlarmsProps, 'givenUp' | 'wake'>;
}

/** The alarms of a stage, the topic that they notify, and its dashboard. */
export class Monitoring extends Construct {
  readonly topic: Topic;
  /** The alarms that show that a new version fails: each is about this stage alone. */
  readonly releaseAlarms: readonly IAlarm[];

  constructor(scope: Construct, id: string, props: MonitoringProps) {
    super(scope, id);
    const { config, logGroup, apis, tables } = props;
    // Not encrypted with our own key, which would cost money in every stage: alarms contain no
    // secrets. CloudWatch cannot publish to a topic that SNS encrypts with its default key.
    this.topic = new Topic(this, 'Topic', { enforceSSL: true });
    // This policy replaces the default one, by which every alarm of the account may publish.
    this.topic.grantPublish(
      new ServicePrincipal('cloudwatch.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (config.alarmEmail) this.notify(config.alarmEmail);

    const serverErrors = [...apis].map(
      ([name, api]) => new ApiAlarms(this, name, api).serverErrors,
    );
    const { failures } = new FunctionAlarms(this, 'Functions', logGroup);
    this.releaseAlarms = [...failures, ...serverErrors];
    new ServiceAlarm(this, 'Throttles', {
      name: 'lambda-throttles',
      effect:
        'Clients get 5xx: Lambda runs no more functions at once, of all that this AWS account has in the region.',
      runbook: 'Functions are throttled',
      // All functions share the account's concurrency, as none has its own.
      metric: LambdaFunction.metricAllThrottles(SUM),
      limit: 0,
    });
    new TableAlarms(this, 'Tables', tables);
    new RecordingAlarms(this, 'Recording', props.recording);
    new RecordingHeartbeat(this, 'Heartbeat', props.recording.function, tables);
    const events = new EventCounts(this, 'Events', logGroup);
    const webhooks = new WebhookAlarms(this, 'Webhooks', { logGroup, ...props.webhooks });
    if (props.probe) {
      new ServiceAlarm(this, 'Probe', {
        name: 'probe',
        effect: 'Clients cannot reach the service, or get something other than its answers.',
        runbook: 'The service does not answer from outside',
        metric: props.probe.live.metricErrors(SUM),
        limit: 0,
        treatMissingData: TreatMissingData.BREACHING,
      });
    }
    const alarms = this.node.findAll().filter((construct) => construct instanceof ServiceAlarm);
    const action = new SnsAction(this.topic);
    for (const alarm of alarms) {
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
    new StageDashboard(this, 'Dashboard', { ...props, events, alarms, oldestDue: webhooks.oldest });
  }

  private notify(address: string): void {
    const subscription = this.topic.addSubscription(new EmailSubscription(address));
    Validations.of(subscription).acknowledge({
      id: 'Serverless-SNSRedrivePolicy',
      reason:
        'Mail that SNS cannot deliver would wait where nobody looks: the alarm stays on, and the dashboard shows it.',
    });
  }
}

import { Stack, Validations } from 'aws-cdk-lib';
import { type IAlarm, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { BundledFunction } from '../bundled-function.ts';
import type { Tables } from '../tables.ts';
import { createDashboard, type DashboardProps } from './dashboard.ts';
import {
  countEvents,
  createRecordingAlarms,
  createWebhookAlarms,
  type StreamReader,
} from './event-alarms.ts';
import { createApiAlarms, createFunctionAlarms, createTableAlarms } from './request-alarms.ts';
import { eachMinute, ServiceAlarm } from './service-alarm.ts';

export interface MonitoringProps extends Pick<DashboardProps, 'apis' | 'config' | 'deprecated'> {
  readonly logGroup: ILogGroup;
  readonly tables: Tables;
  /** Asks the APIs from outside, each minute. */
  readonly probe: BundledFunction | undefined;
  /** Records events, and where the changes are that it could not record. */
  readonly recording: StreamReader;
  /** Wakes webhooks, and where the events are that woke none. */
  readonly webhooks: StreamReader;
  readonly deliverWebhook: BundledFunction;
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

    const serverErrors = [...apis].map(([name, api]) => createApiAlarms(this, name, api));
    this.releaseAlarms = [
      ...createFunctionAlarms(this, logGroup, props.deliverWebhook),
      ...serverErrors,
    ];
    createTableAlarms(this, tables);
    createRecordingAlarms(this, props.recording, tables);
    const eventCounts = countEvents(this, logGroup);
    const oldestDue = createWebhookAlarms(this, props.webhooks, logGroup);
    if (props.probe) {
      new ServiceAlarm(this, 'Probe', {
        name: 'probe',
        effect: 'Clients cannot reach the service, or get something other than its answers.',
        runbook: 'The service does not answer from outside',
        metric: props.probe.latest.metricErrors(eachMinute('Sum')),
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
    createDashboard(this, { ...props, alarms, eventCounts, oldestDue });
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

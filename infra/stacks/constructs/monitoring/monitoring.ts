import { type Stack, Validations } from 'aws-cdk-lib';
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { ServiceFunctions } from '../../service-functions.ts';
import type { StageConfig } from '../../stages.ts';
import type { ServiceApi } from '../rest-api.ts';
import type { Tables } from '../tables.ts';
import { createApiAlarms, createFunctionAlarms, createTableAlarms } from './alarms.ts';
import { createDashboard } from './dashboard.ts';
import { countEvents, createRecordingAlarms, createWebhookAlarms } from './event-alarms.ts';
import { eachMinute, ServiceAlarm } from './service-alarm.ts';

interface MonitoringProps {
  readonly config: StageConfig;
  readonly logGroup: ILogGroup;
  readonly tables: Tables;
  readonly functions: ServiceFunctions;
  readonly apis: ReadonlyMap<string, ServiceApi>;
  /** Has the changes that could not be recorded. */
  readonly unrecorded: IQueue;
  /** Has the events that woke no webhook. */
  readonly unwoken: IQueue;
}

/**
 * Makes the alarms of a stage, the topic that they notify, and its dashboard.
 * @returns the topic, and the alarms that show that a new version fails: each is about this stage alone
 */
export const monitor = (stack: Stack, props: MonitoringProps) => {
  const { config, logGroup, functions, apis, tables } = props;
  const scope = new Construct(stack, 'Monitoring');
  // Not encrypted with our own key, which would cost money in every stage: alarms contain no
  // secrets. CloudWatch cannot publish to a topic that SNS encrypts with its default key.
  const topic = new Topic(scope, 'Topic', { enforceSSL: true });
  // This policy replaces the default one, by which every alarm of the account may publish.
  topic.grantPublish(
    new ServicePrincipal('cloudwatch.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
    }),
  );
  if (config.alarmEmail) {
    Validations.of(topic.addSubscription(new EmailSubscription(config.alarmEmail))).acknowledge({
      id: 'Serverless-SNSRedrivePolicy',
      reason:
        'Mail that SNS cannot deliver would wait where nobody looks: the alarm stays on, and the dashboard shows it.',
    });
  }

  const serverErrors = [...apis].map(([name, api]) => createApiAlarms(scope, name, api));
  const failures = createFunctionAlarms(scope, logGroup, functions.deliverWebhook);
  createTableAlarms(scope, tables);
  createRecordingAlarms(scope, functions.recordEvents, props.unrecorded, tables);
  const eventCounts = countEvents(scope, logGroup);
  const oldestDue = createWebhookAlarms(scope, functions.wakeWebhooks, props.unwoken, logGroup);
  if (functions.probe) {
    new ServiceAlarm(scope, 'Probe', {
      name: 'probe',
      effect: 'Clients cannot reach the service, or get something other than its answers.',
      runbook: 'The service does not answer from outside',
      metric: functions.probe.latest.metricErrors(eachMinute('Sum')),
      treatMissingData: TreatMissingData.BREACHING,
    });
  }
  const alarms = scope.node.findAll().filter((construct) => construct instanceof ServiceAlarm);
  const action = new SnsAction(topic);
  for (const alarm of alarms) {
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
  }
  createDashboard(scope, functions, apis, alarms, eventCounts, oldestDue);
  return { topic, releaseAlarms: [...failures, ...serverErrors] };
};

import { Stack, Validations } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { StageConfig } from '../../stages.ts';
import type { BundledFunction } from '../bundled-function.ts';
import type { ServiceApi } from '../rest-api.ts';
import type { Tables } from '../tables.ts';
import { ApiAlarms } from './api-alarms.ts';
import { StageDashboard } from './dashboard.ts';
import { FunctionAlarms } from './function-alarms.ts';
import { ServiceAlarm } from './service-alarm.ts';
import { TableAlarms } from './table-alarms.ts';
import type { WatchedFunction } from './watched-function.ts';

export interface MonitoringProps {
  readonly config: StageConfig;
  readonly functions: readonly WatchedFunction[];
  readonly apis: ReadonlyMap<string, ServiceApi>;
  readonly tables: Tables;
}

/** The alarms of a stage, the topic that they notify, and its dashboard. */
export class Monitoring extends Construct {
  readonly topic: Topic;
  /** For each function the alarms that tell that its new version is a bad one. */
  readonly releaseAlarms: ReadonlyMap<BundledFunction, readonly IAlarm[]>;

  constructor(scope: Construct, id: string, props: MonitoringProps) {
    super(scope, id);
    const { config, functions, apis, tables } = props;
    const { stackName } = config;
    // Not encrypted with our own key, for which every stage would pay: what alarms say is no
    // secret, and CloudWatch cannot publish to a topic under the key that SNS has by itself.
    this.topic = new Topic(this, 'Topic', { enforceSSL: true });
    // Its own policy takes the place of the one by which every alarm of the account may publish.
    this.topic.grantPublish(
      new ServicePrincipal('cloudwatch.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (config.alarmEmail) this.notify(config.alarmEmail);
    const shared = { stackName, topic: this.topic };

    const serverErrors = [...apis].map(
      ([name, api]) => new ApiAlarms(this, `${name}-api`, { ...shared, name, api }).serverErrors,
    );
    const failures = functions.map((watched): [BundledFunction, IAlarm[]] => {
      const alarms = new FunctionAlarms(this, watched.name, { ...shared, ...watched });
      return [watched.function, [...alarms.failures, ...serverErrors]];
    });
    this.releaseAlarms = new Map(failures);
    const access = functions.flatMap((watched) => watched.function.access);
    new TableAlarms(this, 'Tables', { ...shared, tables, access });
    const alarms = this.node.findAll().filter((made) => made instanceof ServiceAlarm);
    new StageDashboard(this, 'Dashboard', { ...props, alarms });
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

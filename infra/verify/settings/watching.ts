import { DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { DescribeLogGroupsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { ListSubscriptionsByTopicCommand } from '@aws-sdk/client-sns';
import { ALARM_TOPIC_OUTPUT } from '../../stacks/output-names.ts';
import type { StageConfig } from '../../stacks/stages.ts';
import { alike, look } from './alike.ts';
import type { Deployment, Setting } from './deployment.ts';

/** CloudWatch describes a hundred alarms at a time. */
const AT_A_TIME = 100;

const alarmsOf = async ({ idsOf, cloudWatch }: Deployment) => {
  const names = [...idsOf('AWS::CloudWatch::Alarm')];
  const alarms = [];
  while (names.length > 0) {
    const AlarmNames = names.splice(0, AT_A_TIME);
    const input = { AlarmNames, MaxRecords: AT_A_TIME };
    const { MetricAlarms = [] } = await cloudWatch.send(new DescribeAlarmsCommand(input));
    alarms.push(...MetricAlarms);
  }
  return alarms;
};

/** What CloudWatch holds of a stage. */
export const watchSettings = ({ logRetention }: StageConfig): readonly Setting[] => [
  {
    name: 'How long logs are kept',
    source: 'CloudWatch Logs User Guide, "Change log data retention in CloudWatch Logs"',
    expected: `${logRetention} days`,
    see: ({ idsOf, logs }) =>
      look(idsOf('AWS::Logs::LogGroup'), async (logGroupNamePrefix) => {
        const answer = await logs.send(new DescribeLogGroupsCommand({ logGroupNamePrefix }));
        const group = answer.logGroups?.find((each) => each.logGroupName === logGroupNamePrefix);
        if (group === undefined) return 'not there';
        return group.retentionInDays ? `${group.retentionInDays} days` : 'for ever';
      }),
  },
  {
    name: 'No alarm is on',
    source: 'CloudWatch User Guide, "Alarm states": a new alarm has none for some minutes',
    expected: 'none is on',
    see: async (deployment) => {
      const alarms = await alarmsOf(deployment);
      const missing = deployment.idsOf('AWS::CloudWatch::Alarm').length - alarms.length;
      if (missing > 0) return `${missing} alarms are not there`;
      const on = alarms.filter(({ StateValue }) => StateValue === 'ALARM');
      return on.length === 0 ? 'none is on' : on.map(({ AlarmName }) => AlarmName).join(', ');
    },
  },
  {
    name: 'Alarms notify the topic of the stage',
    source: 'CloudWatch User Guide, "Alarm actions"',
    expected: 'the topic',
    see: async (deployment) => {
      const topic = deployment.output(ALARM_TOPIC_OUTPUT);
      return alike(
        (await alarmsOf(deployment)).map(
          ({ AlarmName = '', ActionsEnabled, AlarmActions = [] }) => {
            const notifies = ActionsEnabled !== false && AlarmActions.includes(topic);
            return [AlarmName, notifies ? 'the topic' : 'nobody'];
          },
        ),
      );
    },
  },
  {
    name: 'Somebody is told when an alarm turns on',
    source:
      'Amazon SNS Developer Guide, "Confirm an Amazon SNS subscription": until then it is PendingConfirmation',
    expected: 'a confirmed subscriber',
    see: async ({ sns, output }) => {
      const TopicArn = output(ALARM_TOPIC_OUTPUT);
      const { Subscriptions: all = [] } = await sns.send(
        new ListSubscriptionsByTopicCommand({ TopicArn }),
      );
      // A confirmed one has an ARN: others have "PendingConfirmation" or "Deleted" there.
      const confirmed = all.filter(({ SubscriptionArn = '' }) =>
        SubscriptionArn.startsWith('arn:'),
      );
      if (confirmed.length > 0) return 'a confirmed subscriber';
      return all.length > 0
        ? `nobody: ${all.length} subscriptions are not confirmed`
        : 'nobody: set alarmEmail in infra/stacks/addresses.ts';
    },
  },
];

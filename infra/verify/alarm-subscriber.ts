import { ListSubscriptionsByTopicCommand } from '@aws-sdk/client-sns';
import { ALARM_TOPIC_OUTPUT } from '../stacks/names.ts';
import type { Deployment } from './deployment.ts';
import type { Fact } from './facts/fact.ts';

/** Nobody gets mail about alarms until a person confirms the subscription. No deployment can do that. */
export const ALARM_SUBSCRIBER: Fact<Pick<Deployment, 'output' | 'sns'>> = {
  name: 'Somebody gets mail when an alarm turns on',
  source:
    'Amazon SNS Developer Guide, "Confirm an Amazon SNS subscription": until then it is PendingConfirmation',
  expected: 'a confirmed subscriber',
  see: async ({ sns, output }) => {
    const TopicArn = output(ALARM_TOPIC_OUTPUT);
    const { Subscriptions: all = [] } = await sns.send(
      new ListSubscriptionsByTopicCommand({ TopicArn }),
    );
    // A confirmed subscription has an ARN there; others have "PendingConfirmation" or "Deleted".
    const confirmed = all.filter(({ SubscriptionArn = '' }) => SubscriptionArn.startsWith('arn:'));
    if (confirmed.length > 0) return 'a confirmed subscriber';
    return all.length > 0
      ? `nobody: ${all.length} subscriptions are not confirmed`
      : 'nobody: set alarmEmail in infra/stacks/addresses.ts';
  },
};

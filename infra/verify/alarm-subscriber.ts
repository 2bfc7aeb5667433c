import { ListSubscriptionsByTopicCommand, type SNSClient } from '@aws-sdk/client-sns';
import type { Fact } from './facts/fact.ts';

/** Nobody gets mail about alarms until a person confirms the subscription. No deployment can do that. */
export const ALARM_SUBSCRIBER: Fact<{ readonly sns: SNSClient; readonly topic: string }> = {
  name: 'Somebody gets mail when an alarm turns on',
  source: 'Amazon SNS Developer Guide, "Confirm an Amazon SNS subscription"; docs/first-hour.md',
  expected: 'a confirmed subscriber',
  see: async ({ sns, topic: TopicArn }) => {
    const { Subscriptions: all = [] } = await sns.send(
      new ListSubscriptionsByTopicCommand({ TopicArn }),
    );
    // A confirmed subscription has an ARN there; others have "PendingConfirmation" or "Deleted".
    const confirmed = all.filter(({ SubscriptionArn = '' }) => SubscriptionArn.startsWith('arn:'));
    if (confirmed.length > 0) return 'a confirmed subscriber';
    return `nobody: ${all.length} subscriptions are not confirmed`;
  },
};

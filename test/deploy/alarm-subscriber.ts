import {
  ListSubscriptionsByTopicCommand,
  SNSClient,
  SubscribeCommand,
  UnsubscribeCommand,
} from '@aws-sdk/client-sns';
import type { DeployedStage } from './deployed-stage.ts';
import type { MiniStack } from './ministack.ts';

/** Subscribes somebody to a stage's alarms, or ends all subscriptions. A queue needs no confirmation, as a person's mail does. */
export const tellSomebody = async (
  { endpoint }: MiniStack,
  { alarmTopic: TopicArn }: DeployedStage,
  subscribed: boolean,
): Promise<void> => {
  const sns = new SNSClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  if (subscribed) {
    const Endpoint = 'arn:aws:sqs:us-east-1:000000000000:alarms';
    await sns.send(new SubscribeCommand({ TopicArn, Protocol: 'sqs', Endpoint }));
  } else {
    const { Subscriptions = [] } = await sns.send(
      new ListSubscriptionsByTopicCommand({ TopicArn }),
    );
    for (const { SubscriptionArn } of Subscriptions) {
      await sns.send(new UnsubscribeCommand({ SubscriptionArn }));
    }
  }
  sns.destroy();
};

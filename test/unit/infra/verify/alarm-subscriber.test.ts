import { SNSClient } from '@aws-sdk/client-sns';
import { expect, test } from '@jest/globals';
import { ALARM_SUBSCRIBER, type Where } from '../../../../infra/verify/stage-facts.ts';
import { startStubService } from '../../../support/stub-service.ts';

const TOPIC = 'arn:aws:sns:us-east-1:111122223333:alarms';

// MiniStack gives an ARN to subscriptions that are not confirmed, SNS does not.
test.each([
  [['PendingConfirmation', `${TOPIC}:0a1b`], undefined],
  [['Deleted', 'PendingConfirmation'], 'nobody: 2 subscriptions are not confirmed'],
  [[], 'nobody: 0 subscriptions are not confirmed'],
])('of the subscriptions %j it reports %s', async (arns, difference) => {
  const members = arns.map((arn) => `<member><SubscriptionArn>${arn}</SubscriptionArn></member>`);
  await using aws = await startStubService((_request, response) =>
    response.end(`<ListSubscriptionsByTopicResponse><ListSubscriptionsByTopicResult>
      <Subscriptions>${members.join('')}</Subscriptions>
      </ListSubscriptionsByTopicResult></ListSubscriptionsByTopicResponse>`),
  );
  const sns = new SNSClient({
    endpoint: aws.baseUrl,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const where = { sns, topic: TOPIC } as Where;
  expect(await ALARM_SUBSCRIBER.differs(where)).toBe(difference);
  sns.destroy();
});

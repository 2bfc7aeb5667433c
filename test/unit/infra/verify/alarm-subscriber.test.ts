import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SNSClient } from '@aws-sdk/client-sns';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ALARM_SUBSCRIBER } from '../../../../infra/verify/alarm-subscriber.ts';

const TOPIC = 'arn:aws:sns:us-east-1:111122223333:alarms';

/** What the server lists: the emulator gives an ARN to those that are not confirmed, SNS does not. */
let arns: readonly string[] = [];
const server = createServer((_request, response) => {
  const members = arns.map((arn) => `<member><SubscriptionArn>${arn}</SubscriptionArn></member>`);
  response.writeHead(200, { 'Content-Type': 'text/xml' });
  response.end(`<ListSubscriptionsByTopicResponse><ListSubscriptionsByTopicResult>
    <Subscriptions>${members.join('')}</Subscriptions>
    </ListSubscriptionsByTopicResult></ListSubscriptionsByTopicResponse>`);
});
let sns: SNSClient;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  sns = new SNSClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
});
afterAll(() => {
  sns.destroy();
  server.close();
});

test.each([
  [[`${TOPIC}:0a1b`], 'a confirmed subscriber'],
  [['PendingConfirmation', `${TOPIC}:0a1b`], 'a confirmed subscriber'],
  [['PendingConfirmation'], 'nobody: 1 subscriptions are not confirmed'],
  [['Deleted', 'PendingConfirmation'], 'nobody: 2 subscriptions are not confirmed'],
  [[], 'nobody: set alarmEmail in infra/stacks/addresses.ts'],
])('of the subscriptions %j it sees %s', async (listed, seen) => {
  arns = listed;
  expect(await ALARM_SUBSCRIBER.see({ sns, output: () => TOPIC })).toBe(seen);
});

import { SNSClient } from '@aws-sdk/client-sns';
import { expect, jest, test } from '@jest/globals';
import { ALARM_SUBSCRIBER, report, type Where } from '../../../../infra/verify/stage-facts.ts';

const fact = (name: string, differs: () => Promise<string | undefined>) => ({
  ...{ name, page: 'RUNBOOK.md', differs },
});
const reportOf = (...facts: ReturnType<typeof fact>[]) => report(facts, {} as Where);
const mail = fact('Somebody gets mail', async () => undefined);

test('what differs is reported with what was seen, and so is what cannot be seen', async () => {
  const stream = fact('A stream is on', async () => 'It is off');
  const alarm = fact('An alarm is off', () => Promise.reject(new Error('no network')));
  const { text, agrees } = await reportOf(mail, stream, alarm);
  expect(agrees).toBe(false);
  expect(text).toMatch(
    /^ok +Somebody gets mail\nDIFFERS A stream is on\n +It is off\n +RUNBOOK\.md\n/,
  );
  expect(text).toContain('It cannot be seen: no network');
  expect(text).toMatch(/\n2 of 3 are not as expected\.$/);
});

test('a stage on which nothing differs is as expected', async () => {
  expect(await reportOf(mail)).toEqual({
    agrees: true,
    text: 'ok      Somebody gets mail\nAll 1 are as expected.',
  });
});

const TOPIC = 'arn:aws:sns:us-east-1:111122223333:alarms';

// MiniStack gives an ARN to subscriptions that are not confirmed, SNS does not.
test.each([
  [['PendingConfirmation', `${TOPIC}:0a1b`], undefined],
  [['Deleted', 'PendingConfirmation'], 'nobody: 2 subscriptions are not confirmed'],
  [[], 'nobody: 0 subscriptions are not confirmed'],
])('of the subscriptions %j to the topic of alarms it reports %s', async (arns, difference) => {
  const sns = new SNSClient({ region: 'us-east-1' });
  const Subscriptions = arns.map((SubscriptionArn) => ({ SubscriptionArn }));
  jest.spyOn(sns, 'send').mockImplementation(async () => ({ Subscriptions }));
  expect(await ALARM_SUBSCRIBER.differs({ sns, topic: TOPIC } as Where)).toBe(difference);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { ALARM_TOPIC_OUTPUT, tableOutput } from '../../../../infra/stacks/names.ts';
import { tableNames } from '../../../../lib/storage/tables.ts';
import { startStubService } from '../../../support/stub-service.ts';

const outputs = [ALARM_TOPIC_OUTPUT, ...tableNames().map(tableOutput)].map(
  (name) => `<member><OutputKey>${name}</OutputKey><OutputValue>x</OutputValue></member>`,
);
/** What AWS answers until CloudFormation compares the stack, which takes minutes. It refuses all else. */
const ANSWERS: Readonly<Record<string, string>> = {
  GetCallerIdentity: '<Arn>arn:aws:iam::111122223333:user/ann</Arn>',
  DescribeStacks: `<Stacks><member><Outputs>${outputs.join('')}</Outputs></member></Stacks>`,
};

test('Ctrl-C ends it at once, with nothing of a report', async () => {
  const comparing = Promise.withResolvers<void>();
  await using aws = await startStubService(async (request, response) => {
    const action = new URLSearchParams(await text(request)).get('Action') ?? '';
    if (action === 'DetectStackDrift') return comparing.resolve();
    const answer = `<${action}Result>${ANSWERS[action]}</${action}Result>`;
    response.writeHead(action in ANSWERS ? 200 : 400);
    response.end(`<${action}Response>${answer}</${action}Response>`);
  });
  const main = join(import.meta.dirname, '../../../../infra/verify/main.ts');
  const verify = spawn(process.execPath, [main, '--stage', 'staging', '--json'], {
    env: {
      AWS_ENDPOINT_URL: aws.baseUrl,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 30_000,
    killSignal: 'SIGKILL',
  });
  const [report, ended] = [text(verify.stdout), once(verify, 'close')];
  await comparing.promise;
  verify.kill('SIGINT');
  // A shell gives the status 130 for it, and ends its own loops, too.
  expect(await ended).toEqual([null, 'SIGINT']);
  expect(await report).toBe('');
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as z from 'zod';
import { openGateway, REMAINS } from './account-in-gateway.ts';
import { openGate } from './call-order.ts';
import type { DeployedStage } from './deployed-stage.ts';
import { operate } from './keys.ts';
import type { MiniStack } from './ministack.ts';
import { run } from './processes.ts';

const ROOT = join(import.meta.dirname, '../..');

/** In milliseconds; a command takes about one second. */
const HANGS = 120_000;

/** What runs at the same time as a command that limits an account, and one that makes another account. */
const OTHERS = [
  ['take back'],
  ['limit'],
  ['issue'],
  ['limit', 'take back'],
  ['issue', 'close'],
] as const;

const account = z.object({ accountId: z.string() });

/**
 * Runs operators' commands on one account at the same time, with all their calls in an order that a seed
 * decides, and expects that all succeed, and API Gateway does what the account's record says in the end.
 * @throws Error with the rounds after which it does not
 */
export const proveOverlaps = async (ministack: MiniStack, stage: DeployedStage): Promise<void> => {
  const { endpoint, environment } = ministack;
  const gateway = openGateway(ministack, stage);
  const gate = await openGate(({ path }) =>
    path === '/' ? endpoint : environment.AWS_ENDPOINT_URL_API_GATEWAY,
  );
  const throughGate = {
    ...environment,
    AWS_ENDPOINT_URL_API_GATEWAY: gate.address,
    AWS_ENDPOINT_URL_DYNAMODB: gate.address,
  };

  let outputs: string[] = [];
  let failures: string[] = [];
  /** Runs a command as an operator would. It may fail where it is refused with a reason. */
  const command =
    (words: readonly string[], refused = /^$/) =>
    async (name: string): Promise<void> => {
      const { status, output } = await run(
        process.execPath,
        ['infra/operator/main.ts', ...words, '--stage', stage.name, '--yes'],
        { cwd: ROOT, timeout: HANGS, env: { ...throughGate, AWS_ACCESS_KEY_ID: name } },
      );
      outputs.push(output);
      if (status === 0 || (status === 1 && refused.test(output))) return;
      failures.push(`${words.join(' ')} ended with ${status}.\n${output}`);
    };

  const first = await operate(ministack, stage.name, 'account', 'create', '--name', 'first');
  let next = account.parse(first).accountId;
  let calls = 0;
  const faults: string[] = [];
  const rounds = REMAINS.flatMap((remains) => OTHERS.map((others) => ({ remains, others })));
  for (const [seed, { remains, others }] of rounds.entries()) {
    const accountId = next;
    await gateway.leave(accountId, remains);

    const limit = (rate: number) =>
      command(['account', 'limit', accountId, '--rate', `${rate}`, '--burst', `${rate + 1}`]);
    const kinds = {
      limit: limit(20),
      'take back': command(['account', 'limit', accountId, '--default']),
      issue: command(
        ['key', 'issue', '--account', accountId, '--name', 'overlap'],
        /^operator: The account \w+ was closed on/m,
      ),
      close: command(['account', 'close', accountId]),
    };
    const create = command(['account', 'create', '--name', 'next']);
    outputs = [];
    failures = [];
    const order = await gate.inOrder(seed, [
      limit(10),
      ...others.map((kind) => kinds[kind]),
      create,
    ]);
    calls += order.length;
    [next = ''] = outputs.flatMap((output) => /^acct_\w+$/m.exec(output) ?? []);
    for (const expected of [accountId, next]) {
      await gateway.expectAgreement(expected).catch((error) => failures.push(error.message));
    }
    if (failures.length === 0) continue;
    const what = `An account ${remains}, limited at the same time as ${others.join(', ')}:`;
    faults.push([what, ...failures, ...order].join('\n'));
  }
  assert.ok(faults.length === 0, `${faults.length} of ${rounds.length}\n${faults.join('\n\n')}`);
  process.stdout.write(`${rounds.length} rounds, ${calls} calls ... `);
};

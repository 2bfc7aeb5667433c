import { Readable } from 'node:stream';
import { expect, jest, test } from '@jest/globals';
import { createProgram } from '../../../../infra/operator/command.ts';
import { STATUS_SHARD } from '../../../support/status-shard.ts';

const ACCOUNT = 'acct_0000000000000000';
const KEY = 'key_0000000000000000';
const WEBHOOK = 'whk_0000000000000000';

test.each([
  ['account create --name Shelter', 'Make an account'],
  [`account limit ${ACCOUNT} --plan large`, `Put ${ACCOUNT} on the plan large`],
  [`account close ${ACCOUNT}`, `Close ${ACCOUNT} and revoke all its keys`],
  [`account cancel-orders ${ACCOUNT}`, `Cancel the open orders of ${ACCOUNT}`],
  [`key issue --account ${ACCOUNT} --name web`, `Issue a key to ${ACCOUNT}`],
  [`key roll ${KEY}`, `Roll ${KEY}`],
  [`key revoke ${KEY}`, `Revoke ${KEY}`],
  [`webhook disable ${ACCOUNT} ${WEBHOOK}`, `Disable the webhook ${WEBHOOK} of ${ACCOUNT}`],
  ['restore --suffix torn', 'Fill the data of the service from the tables that end in -torn,'],
  ['restore --suffix torn --only webhooks --overwrite', 'Overwrite webhooks from the tables'],
  ['events restart', 'Restart all logs of events'],
  ['backfill statusShard', 'Run the backfill statusShard of pets'],
])('%s asks “%s” in production, and changes nothing after no', async (command, question) => {
  const terminal = Object.assign(Readable.from(['no\n']), { isTTY: true });
  Object.defineProperty(process, 'stdin', { value: terminal });
  const screen = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const typed = [...command.split(' '), '--stage', 'production'];
  const program = createProgram({ statusShard: STATUS_SHARD });
  await expect(program.parseAsync(typed, { from: 'user' })).rejects.toThrow('Nothing was changed.');
  expect(String(screen.mock.calls[0])).toMatch(new RegExp(`^${question}.* Type yes to go on: $`));
});

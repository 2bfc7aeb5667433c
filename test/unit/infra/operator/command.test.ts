import { globSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { expect, jest, test } from '@jest/globals';
import { createProgram } from '../../../../infra/operator/command.ts';
import { codeBlocks } from '../../../support/page-calls.ts';
import { ROOT } from '../../../support/project.ts';
import { STATUS_SHARD } from '../../../support/status-shard.ts';

const ACCOUNT = 'acct_0000000000000000';
const KEY = 'key_0000000000000000';
const WEBHOOK = 'whk_0000000000000000';

/** A command of the operators up to the end of its line, or to a character that ends it for the shell. */
const COMMAND = /(?:^|[\s(])operator (?:-- )?(?=\w)((?:'[^']*'|"[^"]*"|[^'"\n|;)<>#])+)/g;

const commands = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).flatMap((page) =>
  codeBlocks(page)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => [...text.replaceAll(/ *\\\n */g, ' ').matchAll(COMMAND)])
    .map(([, words = '']) => ({ page, words: words.trim() }))
    // It reads the file.
    .filter(({ words }) => !words.includes('--found')),
);

const program = createProgram();

/** Has every command do nothing but parse. */
const disarm = (command: CommandUnknownOpts): void => {
  command.configureOutput({ writeErr: () => {} });
  const isRun = command.commands.length === 0 || command.registeredArguments.length > 0;
  if (isRun) command.action(() => {});
  for (const each of command.commands) disarm(each.exitOverride());
};
disarm(program);

test.each(commands)('$page: operator $words', async ({ page, words }) => {
  const typed = words
    .replaceAll('…', '0000000000000000')
    .match(/(?:'[^']*'|"[^"]*"|\S)+/g)
    ?.map((word) => word.replaceAll(/["']/g, '').replace(/\$(?:ACCOUNT|OTHER)/, ACCOUNT));
  // The runbook has the stage in the environment.
  const stage = page === 'RUNBOOK.md' ? ['--stage', 'production'] : [];
  await program.parseAsync([...(typed ?? []), ...stage], { from: 'user' });
});

test('there are such commands', () => expect(commands.length).toBeGreaterThan(40));

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

import { globSync } from 'node:fs';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { expect, test } from '@jest/globals';
import { createProgram } from '../../../../infra/operator/command.ts';
import { codeBlocks } from '../../../support/page-calls.ts';
import { ROOT } from '../../../support/project.ts';

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
    ?.map((word) =>
      word.replaceAll(/["']/g, '').replace(/\$(?:ACCOUNT|OTHER)/, 'acct_0000000000000000'),
    );
  // The runbook has the stage in the environment.
  const stage = page === 'RUNBOOK.md' ? ['--stage', 'production'] : [];
  await program.parseAsync([...(typed ?? []), ...stage], { from: 'user' });
});

test('there are such commands', () => expect(commands.length).toBeGreaterThan(40));

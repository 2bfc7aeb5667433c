import { Command, Option } from 'commander';
import { isApiKey, KeyPrefix } from '../../lib/accounts/api-key.ts';
import { dataDirOption } from '../command-line/data-dir-option.ts';
import { addAccountCommands } from './commands/account-commands.ts';
import { addEventCommands } from './commands/event-commands.ts';
import { addKeyCommands } from './commands/key-commands.ts';
import { addLogCommands } from './commands/log-commands.ts';
import { addRestoreCommand } from './commands/restore-command.ts';
import { addWebhookCommands } from './commands/webhook-commands.ts';
import { reportError, UsageError } from './terminal/errors.ts';

/** The operators' command line: `--help` at every level, options of all levels in any place. */
const program = new Command('npm run operator --')
  .description(
    'Hands out, rolls and withdraws the API keys of a stage, limits its accounts, reads its logs, restores its data, restarts its logs of events, and stops webhooks.',
  )
  .addOption(
    new Option('--stage <stage>', 'whose accounts, keys and data')
      .choices(['local', 'staging', 'production'])
      .env('PET_STORE_STAGE')
      .makeOptionMandatory(),
  )
  .addOption(dataDirOption('where npm start keeps the local stage'))
  .option('--yes', 'change production without being asked')
  .option('--json', 'print one JSON document for scripts')
  .configureHelp({ showGlobalOptions: true })
  .addHelpText(
    'after',
    `
Completion: complete bash, complete zsh (docs/operators.md).
Exit status: 0 done, 1 refused or not found, 2 invalid arguments.
staging and production use the AWS credentials and region of the environment.`,
  )
  .exitOverride();
addAccountCommands(program);
addKeyCommands(program);
addLogCommands(program);
addEventCommands(program);
addWebhookCommands(program);
addRestoreCommand(program);

/** Whether an argument is a key, or its beginning or end. The checksum tells a key's end from a long name. */
const looksLikeKey = (argument: string): boolean =>
  /pet_(?:live|test)_[0-9A-Za-z]{4}/i.test(argument) ||
  [...argument.matchAll(/(?=([0-9A-Za-z]{36}))/g)].some(([, rest = '']) =>
    KeyPrefix.options.some((prefix) => isApiKey(`${prefix}${rest}`, prefix)),
  );

try {
  if (process.argv.slice(2).some(looksLikeKey)) {
    throw new UsageError(
      'That looks like an API key, and no command takes one: name a key by its id, key_…, which key list shows. It is in your shell’s history and in npm’s logs (~/.npm/_logs) now: roll the key, or clear both.',
    );
  }
  const [first, ...rest] = process.argv.slice(2);
  // Before commander, which would ask for a stage.
  if (first === 'complete') (await import('./terminal/complete.ts')).complete(program, rest);
  else await program.parseAsync();
} catch (error) {
  process.exitCode = reportError('operator', error);
}

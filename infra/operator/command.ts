import { Command, Option } from '@commander-js/extra-typings';
import { dataDirOption } from '../command-line/data-dir-option.ts';
import { BACKFILLS } from './backfills/all-backfills.ts';
import { addAccountCommands } from './commands/account-commands.ts';
import { addBackfillCommands } from './commands/backfill-commands.ts';
import { addKeyCommands } from './commands/key-commands.ts';
import { addLogCommands } from './commands/log-commands.ts';
import { addEventCommands, addRestoreCommand } from './commands/restore-commands.ts';
import type { Program } from './commands/session.ts';
import { addWebhookCommands } from './commands/webhook-commands.ts';

/** The operators' command line: `--help` at every level, options of all levels in any place. */
export const createProgram = (backfills = BACKFILLS): Program => {
  const program = new Command('npm run operator --')
    .description(
      'Hands out, rolls and withdraws the API keys of a stage, limits its accounts, reads its logs, restores its data, restarts its logs of events, stops webhooks, and changes stored items.',
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
  addBackfillCommands(program, backfills);
  return program;
};

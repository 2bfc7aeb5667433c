import { Command, Option } from 'commander';
import { dataDirOption } from '../command-line/data-dir-option.ts';
import { addAccountCommands } from './account-commands.ts';
import { addEventCommands } from './event-commands.ts';
import { addKeyCommands } from './key-commands.ts';
import { addLogCommands } from './log-commands.ts';
import { addRestoreCommand } from './restore-command.ts';
import { addWebhookCommands } from './webhook-commands.ts';

/** The operators' command line: `--help` at every level, options of all levels in any place. */
export const createProgram = (): Command => {
  const program = new Command('npm run operator --')
    .description(
      'Hands out, rolls and withdraws the API keys of a stage, limits its accounts, reads its logs, restores its data, checks its logs of events, and stops webhooks.',
    )
    .addOption(
      new Option('--stage <stage>', 'whose accounts, keys and data; it must be typed')
        .choices(['local', 'staging', 'production'])
        .makeOptionMandatory(),
    )
    .addOption(dataDirOption('where npm start keeps the local stage'))
    .option('--yes', 'change production without being asked')
    .option('--json', 'print one JSON document for scripts')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText(
      'after',
      `
Exit status: 0 done, 1 refused or not found, 2 not a command.
staging and production use the AWS credentials and region of the environment.`,
    )
    .exitOverride();
  addAccountCommands(program);
  addKeyCommands(program);
  addLogCommands(program);
  addEventCommands(program);
  addWebhookCommands(program);
  addRestoreCommand(program);
  return program;
};

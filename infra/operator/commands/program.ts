import { Command, Option } from '@commander-js/extra-typings';
import { dataDirOption } from '../../command-line/data-dir-option.ts';

/** A command line without commands, and with the options of all. */
export const openProgram = () =>
  new Command('npm run operator --')
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
export type Program = ReturnType<typeof openProgram>;

import { type Command, Option } from 'commander';
import { restartLogs } from '../restore/restart-logs.ts';
import { type RestoreOptions, restoreTables, SEPARATE } from '../restore/restore-tables.ts';
import { parseSuffix } from '../terminal/arguments.ts';
import { table } from '../terminal/output.ts';
import { onStage } from './run.ts';

export const addRestoreCommand = (program: Command): void => {
  program
    .command('restore')
    .description('Copy restored tables back into those of the stage (docs/restoring.md).')
    .requiredOption(
      '--suffix <suffix>',
      'what the names of the restored tables end in, after a hyphen',
      parseSuffix,
    )
    .addOption(
      new Option(
        '--only <table>',
        'one table (default: pets, orders, and all that belongs to them)',
      ).choices(SEPARATE),
    )
    .option('--overwrite', 'replace and delete what the stage has besides')
    .option('--dry-run', 'look, and change nothing')
    .action(
      onStage(
        async (stage, { result, note }, options: RestoreOptions) => {
          const restored = await restoreTables(stage, options, note);
          const text = table(restored.tables, {
            TABLE: ({ table: name }) => name,
            ADDED: ({ added }) => added,
            REPLACED: ({ replaced }) => replaced,
            REMOVED: ({ removed }) => removed,
          });
          await result(restored, text);
          note(options.dryRun ? 'Nothing was changed.' : 'Restored.');
        },
        ({ suffix, only, overwrite, dryRun }) =>
          dryRun
            ? undefined
            : `${overwrite ? 'Overwrite' : 'Fill'} ${only ?? 'the data of the service'} from the tables that end in -${suffix}, while clients are stopped,`,
      ),
    );
};

export const addEventCommands = (program: Command): void => {
  program
    .command('events')
    .description('The logs of events.')
    .command('restart')
    .description('Begin all logs again, empty: readers begin new copies, and webhooks stop.')
    .option('--dry-run', 'look, and change nothing')
    .action(
      onStage(
        async (stage, { result, note }, { dryRun }: { readonly dryRun?: true }) => {
          const restarted = await restartLogs(stage, dryRun);
          const text = table([restarted], {
            LOGS: ({ logs }) => logs,
            'ITEMS DELETED': ({ items }) => items,
            'NEW POSITION': ({ position }) => position,
          });
          await result(restarted, text);
          note(dryRun ? 'Nothing was changed.' : RESTARTED);
        },
        ({ dryRun }) => (dryRun ? undefined : 'Restart all logs of events'),
      ),
    );
};

const RESTARTED =
  'All logs began again. Readers get 410 events_expired, and begin new copies. Webhooks fail with events_expired: inform their accounts (docs/restoring.md, “Events after a restore”).';

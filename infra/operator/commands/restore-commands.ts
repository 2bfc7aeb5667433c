import { Option } from '@commander-js/extra-typings';
import { restartLogs } from '../restore/restart-logs.ts';
import { restoreTables, SEPARATE } from '../restore/restore-tables.ts';
import { parseSuffix } from '../terminal/arguments.ts';
import { table } from '../terminal/output.ts';
import type { Program } from './program.ts';
import { openSession } from './session.ts';

export const addRestoreCommands = (program: Program): void => {
  program
    .command('events')
    .description('The logs of events.')
    .command('restart')
    .description('Begin all logs again, empty: readers begin new copies, and webhooks stop.')
    .option('--dry-run', 'look, and change nothing')
    .action(async ({ dryRun }, command) => {
      const change = dryRun ? undefined : 'Restart all logs of events';
      await using session = await openSession(command, change);
      const restarted = await restartLogs(session, dryRun);
      const text = table([restarted], {
        LOGS: ({ logs }) => logs,
        'ITEMS DELETED': ({ items }) => items,
        'NEW POSITION': ({ position }) => position,
      });
      await session.result(restarted, text);
      session.note(dryRun ? 'Nothing was changed.' : RESTARTED);
    });

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
    .action(async (options, command) => {
      const { suffix, only, overwrite, dryRun } = options;
      const change = `${overwrite ? 'Overwrite' : 'Fill'} ${only ?? 'the data of the service'} from the tables that end in -${suffix}, while clients are stopped,`;
      await using session = await openSession(command, dryRun ? undefined : change);
      const restored = await restoreTables(session, options, session.note);
      const text = table(restored.tables, {
        TABLE: ({ table: name }) => name,
        ADDED: ({ added }) => added,
        REPLACED: ({ replaced }) => replaced,
        REMOVED: ({ removed }) => removed,
      });
      await session.result(restored, text);
      session.note(dryRun ? 'Nothing was changed.' : 'Restored.');
    });
};

const RESTARTED =
  'All logs began again. Readers get 410 events_expired, and begin new copies. Webhooks fail with events_expired: inform their accounts (docs/restoring.md, “Events after a restore”).';

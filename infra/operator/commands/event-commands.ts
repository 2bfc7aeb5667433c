import type { Command } from 'commander';
import { type Restarted, restartLogs } from '../restore/restart-logs.ts';
import { type Columns, table } from '../terminal/output.ts';
import { onStage } from './run.ts';

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
          await result(restarted, table([restarted], COLUMNS));
          note(dryRun ? 'Nothing was changed.' : RESTARTED);
        },
        ({ dryRun }) => (dryRun ? undefined : 'Restart all logs of events'),
      ),
    );
};

const RESTARTED =
  'All logs began again. Readers get 410 events_expired, and begin new copies. Webhooks fail with events_expired: inform their accounts (docs/restoring.md, “Events after a restore”).';

const COLUMNS: Columns<Restarted> = {
  LOGS: ({ logs }) => logs,
  'ITEMS DELETED': ({ items }) => items,
  'NEW POSITION': ({ position }) => position,
};

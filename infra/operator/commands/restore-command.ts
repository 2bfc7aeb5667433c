import { type Command, Option } from 'commander';
import { type Copied, type RestoreOptions, SEPARATE } from '../restore/find-restored.ts';
import { restoreTables } from '../restore/restore-tables.ts';
import { parseSuffix } from '../terminal/arguments.ts';
import { type Columns, table } from '../terminal/output.ts';
import { onStage } from './run.ts';

/** Adds `restore`. */
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
          const warning = options.only && WARNINGS[options.only];
          if (warning) note(warning);
          const restored = await restoreTables(stage, options, note);
          await result(restored, table(restored.tables, COLUMNS));
          note(options.dryRun ? 'Nothing was changed.' : 'Restored.');
        },
        ({ suffix, only, overwrite, dryRun }) =>
          dryRun
            ? undefined
            : `${overwrite ? 'Overwrite' : 'Fill'} ${only ?? 'the data of the service'} from the tables that end in -${suffix}, while clients are stopped,`,
      ),
    );
};

const REVIVED =
  'Keys that were revoked after the time of the restore, and accounts that were closed, are as before: end them again.';

/** What operators must know about the restore of one table. */
const WARNINGS: Readonly<Partial<Record<(typeof SEPARATE)[number], string>>> = {
  accounts: REVIVED,
  apiKeys: REVIVED,
  webhooks:
    'Webhooks have the address, status, place and secret of the time of the restore: inform clients that changed theirs later.',
};

const COLUMNS: Columns<Copied> = {
  TABLE: ({ table: name }) => name,
  ADDED: ({ added }) => added,
  REPLACED: ({ replaced }) => replaced,
  REMOVED: ({ removed }) => removed,
};

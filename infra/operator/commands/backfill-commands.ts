import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import type { BackfillState } from '../../../lib/storage/backfill-state.ts';
import { writeJson } from '../../../lib/values/json.ts';
import { sourceVersion } from '../../command-line/source-version.ts';
import type { Backfill, Backfills } from '../backfills/backfill.ts';
import { readStates } from '../backfills/backfill-states.ts';
import { type Counts, lookAtBackfill, runBackfill } from '../backfills/run-backfill.ts';
import { parseRate } from '../terminal/arguments.ts';
import { RefusedError } from '../terminal/errors.ts';
import { type Columns, minute, table } from '../terminal/output.ts';
import { createProgress } from '../terminal/progress.ts';
import type { Program } from './program.ts';
import { openSession, type Session } from './session.ts';

/** Adds `backfill NAME` and `backfill list`. */
export const addBackfillCommands = (program: Program, backfills: Backfills): void => {
  const backfill = program
    .command('backfill')
    .description('Change what a table had before a new version. If it is cut off, run it again.')
    .argument('<name>', 'backfill list shows them')
    // A tenth of what a partition takes.
    .option('--rate <units>', 'write units a second', parseRate, 100)
    .option('--dry-run', 'count, show three changes, and change nothing')
    .option('--again', 'begin again, also if it is done')
    .action(async (name, options, command) => {
      const found = new Map(Object.entries(backfills)).get(name);
      if (found === undefined) {
        throw new RefusedError(`No backfill is called ${name}: backfill list shows all names.`);
      }
      const change = options.dryRun ? undefined : `Run the backfill ${name} of ${found.table}`;
      await using session = await openSession(command, change);
      await backfillStage(session, name, found, options);
    });

  backfill
    .command('list')
    .description('List all backfills, and what they did on the stage.')
    .action(async (_options, command) => {
      await using session = await openSession(command);
      const states = new Map((await readStates(session)).map((state) => [state.name, state]));
      const names = new Set([...Object.keys(backfills), ...states.keys()]);
      const rows = [...names].map((name): Row => {
        const { table: of = '', description = '' } = backfills[name] ?? {};
        return { name, table: of, description, status: 'never ran', ...states.get(name) };
      });
      await session.result(rows, table(rows, COLUMNS));
      if (rows.length === 0) session.note('There are none.');
    });
};

interface Row extends Partial<Omit<BackfillState, 'status'>> {
  readonly status: string;
  readonly description?: string;
}

const COLUMNS: Columns<Row> = {
  BACKFILL: ({ name }) => name,
  TABLE: ({ table: of }) => of,
  STATE: ({ status }) => status,
  'STARTED (UTC)': ({ startedAt }) => minute(startedAt),
  'DONE (UTC)': ({ doneAt }) => minute(doneAt),
  VERSION: ({ version }) => version,
  READ: ({ read }) => read,
  CHANGED: ({ changed }) => changed,
  MALFORMED: ({ malformed }) => malformed,
  'LAST RUN BY': ({ runs }) => runs?.at(-1)?.by,
  AFTERWARDS: ({ description }) => description,
};

/**
 * Runs a backfill, or looks what it would do, and prints that.
 * @throws RefusedError if some items were left out; also those of `runBackfill`
 */
export const backfillStage = async (
  session: Pick<Session, 'client' | 'note' | 'operator' | 'result' | 'table'>,
  name: string,
  backfill: Backfill,
  { rate, dryRun, again }: { rate: number; dryRun?: true; again?: true },
): Promise<void> => {
  const describe = new DescribeTableCommand({ TableName: session.table(backfill.table) });
  const { Table } = await session.client.send(describe);
  const progress = createProgress(Table?.ItemCount ?? 0, process.stderr);
  const words = dryRun ? 'to change' : 'changed';
  const options = {
    rate,
    onProgress: ({ read, changed }: Counts) =>
      progress.report(Number(read), `${read} items read, ${changed} ${words}`),
    onMalformed: ({ message }: Error) => {
      progress.clear();
      session.note(`Left out: ${message}`);
    },
  };
  const run = async () => {
    const begun = new Date().toISOString();
    const who = { by: session.operator, version: sourceVersion() };
    const state = await runBackfill(session, name, backfill, { ...options, ...who, again });
    const { doneAt = '' } = state;
    const end = doneAt < begun ? `It was done at ${doneAt}: --again begins it again.` : 'Done.';
    return { done: state, text: table([state], COLUMNS), end };
  };
  const look = async () => {
    const done = await lookAtBackfill(session, backfill, options);
    const lines = done.examples.map((example) => writeJson(example));
    const text = [`${done.read} items, ${done.changed} to change`, ...lines].join('\n');
    return { done, text, end: 'Nothing was changed.' };
  };
  const { done, text, end } = await (dryRun ? look() : run()).finally(progress.clear);
  await session.result(done, text);
  session.note(end);
  if (done.malformed === 0n) return;
  throw new RefusedError(
    `${done.malformed} malformed items were left out: repair them, then run it with --again.`,
  );
};

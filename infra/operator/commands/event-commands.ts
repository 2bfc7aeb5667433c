import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { FoundDifference, LogDifference } from '../restore/event-differences.ts';
import { checkEvents, Findings, recordMissing } from '../restore/record-missing.ts';
import { RefusedError, UsageError } from '../terminal/errors.ts';
import { type Columns, table } from '../terminal/output.ts';
import { onStage } from './run.ts';

/** Adds `events check | record-missing`. */
export const addEventCommands = (program: Command): void => {
  const events = program.command('events').description('The logs of events.');

  events
    .command('check')
    .description('Compare the stored pets and orders with the logs of events.')
    .action(
      onStage(async (stage, { result, note }) => {
        const { differences: found, shortened, earlier, malformed } = await checkEvents(stage);
        const checkedAt = new Date().toISOString();
        const differences = found.map(withoutChanges);
        await result({ checkedAt, differences }, table(differences, COLUMNS));
        const notes = [
          [shortened, 'logs no longer begin at 1: items whose events are deleted'],
          [earlier, 'items without an event are from before the log, and'],
          [malformed, 'items are malformed (RUNBOOK.md, malformed_item), and'],
        ] as const;
        for (const [count, what] of notes) {
          if (count > 0) note(`${count} ${what} were not compared.`);
        }
        if (differences.length > 0) {
          throw new RefusedError(
            `${differences.length} items are not as their log tells: RUNBOOK.md, “Recording stopped”.`,
          );
        }
        note('The logs tell what is stored.');
      }),
    );

  events
    .command('record-missing')
    .description('Record what a check found missing a day ago, and is missing still.')
    .requiredOption('--found <file>', 'what events check --json printed', readFindings)
    .action(
      onStage(async (stage, { result, note }, { found }: { readonly found: Findings }) => {
        const recorded = (await recordMissing(stage, found)).map(withoutChanges);
        await result(recorded, table(recorded, COLUMNS));
        const others = found.differences.length - recorded.length;
        note(`Recorded what was missing of ${recorded.length} items.`);
        if (others > 0) note(`${others} items have changed since, or no event can tell them.`);
      }, 'Record missing events'),
    );
};

const withoutChanges = ({ changes: _, ...difference }: FoundDifference): LogDifference =>
  difference;

const COLUMNS: Columns<LogDifference> = {
  LOG: ({ log }) => log,
  ID: ({ id }) => id,
  'NEWEST EVENT': ({ position }) => (position === '0' ? '-' : position),
  MISSING: ({ missing }) => missing.join(', ') || '-',
};

/** @throws UsageError if the file cannot be read, or is not what the check prints */
const readFindings = (file: string): Findings => {
  try {
    return Findings.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new UsageError('--found is a file with what events check --json printed.', {
      cause: error,
    });
  }
};

import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { RefusedError, UsageError } from './errors.ts';
import type { FoundDifference, LogDifference } from './event-differences.ts';
import { table } from './output.ts';
import { checkEvents, Findings, recordMissing } from './record-missing.ts';
import { runOnStage } from './run.ts';

/** Adds `events check | record-missing`. */
export const addEventCommands = (program: Command): void => {
  const events = program.command('events').description('The logs of events.');

  events
    .command('check')
    .description('Compare the stored pets and orders with the logs of events.')
    .action((_options, command: Command) =>
      runOnStage(command, async (stage, { result, note }) => {
        const { differences: found, shortened, earlier, malformed } = await checkEvents(stage);
        const checkedAt = new Date().toISOString();
        const differences = found.map(withoutChanges);
        await result({ checkedAt, differences }, tableOf(differences));
        if (shortened > 0) {
          note(
            `${shortened} logs no longer begin at 1: items whose events are deleted were not compared.`,
          );
        }
        if (earlier > 0) {
          note(`${earlier} items without an event are from before the log, and were not compared.`);
        }
        if (malformed > 0) {
          note(
            `${malformed} items are malformed and were not compared: RUNBOOK.md, malformed_item.`,
          );
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
    .action(({ found }: { readonly found: Findings }, command: Command) =>
      runOnStage(
        command,
        async (stage, { result, note }) => {
          const recorded = (await recordMissing(stage, found)).map(withoutChanges);
          await result(recorded, tableOf(recorded));
          const others = found.differences.length - recorded.length;
          note(`Recorded what was missing of ${recorded.length} items.`);
          if (others > 0) note(`${others} items have changed since, or no event can tell them.`);
        },
        'Record missing events',
      ),
    );
};

const withoutChanges = ({ changes: _, ...difference }: FoundDifference): LogDifference =>
  difference;

const tableOf = (differences: readonly LogDifference[]): string =>
  table(
    ['LOG', 'ID', 'NEWEST EVENT', 'MISSING'],
    ...differences.map(({ log, id, position, missing }) => [
      log,
      id,
      position === '0' ? '-' : position,
      missing.join(', ') || '-',
    ]),
  );

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

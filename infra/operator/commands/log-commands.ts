import type { Command } from 'commander';
import type { LogRow } from '../logs/log-query.ts';
import { requestLines } from '../logs/request-lines.ts';
import { parseRequestId, parseSince } from '../terminal/arguments.ts';
import { RefusedError } from '../terminal/errors.ts';
import { table } from '../terminal/output.ts';
import { onStage } from './run.ts';

const HOUR = 60 * 60 * 1000;

interface LogOptions {
  readonly of?: string;
  readonly since?: number;
}

/** Adds `logs` and `request`. */
export const addLogCommands = (program: Command): void => {
  program
    .command('logs')
    .description('Ask the logs in the language of CloudWatch Logs Insights.')
    .argument('<query>', 'such as \'filter level = "ERROR" | stats count() by code\'')
    .option('--of <part>', 'a function or an API: createPet, pets-api')
    .option('--since <time>', 'how far to look back (default: 1h)', parseSince)
    .action(
      onStage(async ({ openLogs }, { result, note }, query: string, options: LogOptions) => {
        const { of, since = HOUR } = options;
        const rows = await (await openLogs(since))(query, of);
        await result(rows, tableOf(rows));
        if (rows.length === 0) note('There are none in that time: --since looks further back.');
      }),
    );

  program
    .command('request')
    .description('Find all that the logs have about one request.')
    .argument('<id>', 'X-Request-Id or x-amz-apigw-id of its answer', parseRequestId)
    .option('--since <time>', 'how far to look back (default: 24h)', parseSince)
    .action(
      onStage(async ({ openLogs }, { result }, id: string, options: LogOptions) => {
        const rows = await requestLines(await openLogs(options.since ?? 24 * HOUR), id);
        if (rows.length === 0) {
          throw new RefusedError(
            'No line has this id: new lines take up to a minute, older ones need a longer --since.',
          );
        }
        await result(rows, tableOf(rows));
      }),
    );
};

const tableOf = (rows: readonly LogRow[]): string => {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  const columns = [...names].map((name) => [name, (row: LogRow) => row[name]] as const);
  return table(rows, Object.fromEntries(columns));
};

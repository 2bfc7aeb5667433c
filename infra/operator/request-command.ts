import type { Command } from 'commander';
import { parseRequestId, parseSince } from './arguments.ts';
import { RefusedError } from './errors.ts';
import { requestLines } from './request-lines.ts';
import { runOnStage } from './run.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Adds `request`. */
export const addRequestCommand = (program: Command): void => {
  program
    .command('request')
    .description('Find what a deployed stage logged about one request, the authorizer among it.')
    .argument('<id>', 'X-Request-Id or x-amz-apigw-id of its answer', parseRequestId)
    .option('--since <time>', 'how far to look back (default: 24h)', parseSince)
    .action((id: string, { since = DAY }: { readonly since?: number }, command: Command) =>
      runOnStage(command, async ({ searchLogs }, { result }) => {
        const lines = await requestLines(await searchLogs(since), id);
        if (lines.length === 0) {
          throw new RefusedError(
            'No line has this id: new lines take up to a minute, older ones need a longer --since.',
          );
        }
        const text = lines.map(({ time, writer, text }) => `${time}  ${writer}  ${text}`);
        await result(lines, text.join('\n'));
      }),
    );
};

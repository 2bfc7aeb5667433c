import { Option } from '@commander-js/extra-typings';
import { findIds, patternsOf } from '../logs/log-filter.ts';
import { describeLine, FIELDS, type LogRow, MOST_LINES } from '../logs/stage-logs.ts';
import {
  parseCode,
  parsePattern,
  parseRequestId,
  parseSince,
  parseStatus,
} from '../terminal/arguments.ts';
import { table } from '../terminal/output.ts';
import type { Program } from './program.ts';
import { openSession } from './session.ts';

const HOUR = 60 * 60 * 1000;

export const addLogCommands = (program: Program): void => {
  const level = new Option('--level <level>', 'error: also functions that stopped');
  program
    .command('logs')
    .description('Show the lines of the logs that match all options.')
    .option('--of <part>', 'a function or an API: createPet, pets-api')
    .option('--since <time>', 'how far to look back (default: 1h, with --request 24h)', parseSince)
    .addOption(level.choices(['error', 'warn', 'info']))
    .option('--code <code>', 'what happened, such as storage_timeout', parseCode)
    .option('--status <status>', 'answers with 429, or 5xx', parseStatus)
    .option('--request <id>', 'all of one request: X-Request-Id or x-amz-apigw-id', parseRequestId)
    .option('--text <pattern>', 'a text or regular expression in the line', parsePattern)
    .option('--count', 'count lines that are alike')
    .addOption(
      new Option(
        '--query <query>',
        'ask in the language of CloudWatch Logs Insights, on AWS alone',
      ).conflicts(['level', 'code', 'status', 'request', 'text', 'count']),
    )
    .action(async (options, command) => {
      await using session = await openSession(command);
      const { note, openLogs, result } = session;
      const { of, request, query, since = request ? 24 * HOUR : HOUR } = options;
      const logs = await openLogs(new Date(Date.now() - since));
      const patterns = patternsOf(options, request ? await findIds(logs, request) : undefined);
      const rows = await (query
        ? logs.query(query, of)
        : options.count
          ? logs.count(patterns, of)
          : logs.find(patterns, of));
      await result(rows, tableOf(rows));
      if (rows.length === 0) {
        note('None in that time: --since looks further back. On AWS, new lines take a minute.');
      }
      if (rows.length === MOST_LINES) note('These are the newest 1,000: --count counts all.');
    });
};

const tableOf = (rows: readonly LogRow[]): string => {
  const all = new Set(rows.flatMap((row) => Object.keys(row)));
  const first = ['lines', 'first', 'last', '@timestamp', '@log', ...FIELDS];
  const names = new Set([...first.filter((name) => all.has(name)), ...all]);
  const columns = [...names].map((name) => {
    const cell = (row: LogRow) => (name === '@message' ? describeLine(row[name] ?? '') : row[name]);
    return [name, cell] as const;
  });
  return table(rows, Object.fromEntries(columns));
};

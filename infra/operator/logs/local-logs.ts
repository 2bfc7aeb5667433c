import { readLogFile } from '../../local/gateway/log-file.ts';
import { UsageError } from '../terminal/errors.ts';
import { FIELDS, fieldsOf, MOST_LINES, type StageLogs, timestamp } from './stage-logs.ts';

export const openLocalLogs = (dataDir: string, from: Date): StageLogs => {
  const start = from.toISOString();
  const search = (patterns: readonly string[], of: string | undefined, until?: Date) => {
    const end = until?.toISOString() ?? '~';
    const all = patterns.map((pattern) => new RegExp(pattern));
    return readLogFile(dataDir).filter(
      ({ time, log, part, message }) =>
        time >= start &&
        time <= end &&
        [undefined, log, part].includes(of) &&
        all.every((pattern) => pattern.test(message)),
    );
  };
  return {
    find: async (patterns, of, { until, most = MOST_LINES } = {}) =>
      search(patterns, of, until)
        .slice(-most)
        .map(({ time, log, part, message }) => ({
          '@timestamp': timestamp(time),
          '@log': log,
          ...(part && { part }),
          '@message': message,
        })),
    count: async (patterns, of) => {
      const groups = Map.groupBy(search(patterns, of), ({ part, message }) => {
        const fields = Object.entries({ ...(part && { part }), ...fieldsOf(message) });
        return JSON.stringify(fields.filter(([name]) => FIELDS.includes(name)));
      });
      const rows = [...groups].map(([fields, lines]) => ({
        ...Object.fromEntries(JSON.parse(fields)),
        lines: String(lines.length),
        first: timestamp(lines[0]?.time ?? 0),
        last: timestamp(lines.at(-1)?.time ?? 0),
      }));
      return rows.sort((one, other) => Number(other.lines) - Number(one.lines));
    },
    query: async () => {
      throw new UsageError('--query is for AWS alone: the other options find lines here, too.');
    },
  };
};

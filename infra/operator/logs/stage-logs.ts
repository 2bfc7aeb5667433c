import { attempt } from '../../../lib/values/attempt.ts';

/** A row of a result: values by their names. */
export type LogRow = Readonly<Record<string, string>>;

/**
 * The logs of a stage since a time. `of` is one function or API; without it all.
 * @throws UsageError if AWS has no such part
 * @throws RefusedError if AWS does not carry the query out
 */
export interface StageLogs {
  /**
   * The newest 1,000 lines that match all patterns, the oldest first: `@timestamp`, `@log` (`functions`, or an API such as
   * `pets-api`), `part` (the function), and `@message`. Or as many as 10,000 ("CloudWatch Logs quotas"), until a time.
   */
  readonly find: (
    patterns: readonly string[],
    of?: string,
    span?: { readonly until?: Date; readonly most?: number },
  ) => Promise<readonly LogRow[]>;
  /** Counts them by `FIELDS`, the most first: `lines`, and the times of the `first` and the `last`. */
  readonly count: (patterns: readonly string[], of?: string) => Promise<readonly LogRow[]>;
  /** Asks in the language of Logs Insights, which the local stage does not understand. */
  readonly query: (query: string, of?: string) => Promise<readonly LogRow[]>;
}

/** The members of lines that say what happened, of functions and of access logs: lines in which all agree are counted as one. */
export const FIELDS: readonly string[] = [
  ...['part', 'level', 'code', 'error.name', 'error.message', 'error.cause.name'],
  ...['status', 'responseType', 'method', 'resourcePath', 'accountId', 'keyId'],
];

/** Most lines of a list. */
export const MOST_LINES = 1000;

/** A time as Logs Insights writes it, in UTC: `2026-11-25 10:00:00.000`. */
export const timestamp = (time: number | string): string =>
  new Date(time).toISOString().replace('T', ' ').replace('Z', '');

/** The members of the first JSON in a line by their paths, such as `error.name`, without stacks. */
export const fieldsOf = (message: string): Readonly<Record<string, string>> =>
  attempt(() => Object.fromEntries(flatten(JSON.parse(message.slice(message.indexOf('{')))))) ?? {};

const flatten = (json: unknown, path = ''): readonly (readonly [string, string])[] =>
  Object.entries<unknown>(Object(json))
    .filter(([name]) => name !== 'stack')
    .flatMap(([name, value]) =>
      typeof value === 'object' && value !== null
        ? flatten(value, `${path}${name}.`)
        : [[`${path}${name}`, String(value)]],
    );

/** A line for people: its text, and the members of its JSON that have a value, those that say what happened first. */
export const describeLine = (message: string): string => {
  const fields = fieldsOf(message);
  const names = new Set([...FIELDS, ...Object.keys(fields)]);
  const members = [...names].flatMap((name) =>
    (fields[name] ?? '-') === '-' ? [] : [`${name}=${fields[name]}`],
  );
  if (members.length === 0) return message;
  // The runtime begins a line with the time, the id of the invocation and the level.
  const text = message.slice(0, message.indexOf('{')).split('\t').slice(3).join(' ').trim();
  return [text, ...members].join(' ').trim();
};

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { firstLine } from '../../command-line/first-line.ts';
import { type LogLine, readLogFile } from '../../local/log-file.ts';
import { UsageError } from '../terminal/errors.ts';
import type { LogRow, QueryLogs } from './log-query.ts';
import { COLUMNS, translateQuery } from './translate-query.ts';

/**
 * Asks the logs of the local stage, in what `translateQuery` takes of the language of Logs Insights.
 * @param since milliseconds, from now back
 */
export const openLocalLogs =
  (dataDir: string, since: number): QueryLogs =>
  async (query, of) => {
    const start = new Date(Date.now() - since).toISOString();
    const lines = choose(readLogFile(dataDir), of).filter(({ time }) => time >= start);
    try {
      return select(translateQuery(query), lines);
    } catch (error) {
      throw new UsageError(
        `The local stage takes fields, filter, stats, sort and limit, as the runbook has them (${firstLine(error)}).`,
      );
    }
  };

const choose = (lines: readonly LogLine[], of: string | undefined): readonly LogLine[] => {
  if (of === undefined) return lines;
  const chosen = lines.filter(({ log, part }) => part === of || log === of);
  if (chosen.length > 0) return chosen;
  const folders = readdirSync(join(import.meta.dirname, '../../../functions'), {
    withFileTypes: true,
  });
  const functions = folders
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name.replace(/-(\w)/g, (_hyphen, letter: string) => letter.toUpperCase()));
  const all = [...functions, 'functions', 'pets-api', 'quickstart-api'].sort();
  if (all.includes(of)) return [];
  throw new UsageError(`--of is one of ${all.join(', ')}.`);
};

const select = (sql: string, lines: readonly LogLine[]): readonly LogRow[] => {
  const database = new DatabaseSync(':memory:');
  try {
    database.function('member', buildReadMember());
    database.function('regexp', (pattern, text) =>
      Number(new RegExp(String(pattern)).test(String(text ?? ''))),
    );
    database.function('bin', (time, period) => startOf(String(time), String(period)));
    // The state of an aggregate is a text here: the percentage, and all values.
    database.aggregate('pct', {
      start: '',
      step: (state, value, share) => `${state || share} ${typeof value === 'number' ? value : ''}`,
      result: (state) => {
        const [share = 0, ...values] = String(state).trim().split(/ +/).map(Number);
        values.sort((one, other) => one - other);
        return values[Math.ceil((values.length * share) / 100) - 1] ?? null;
      },
    });
    database.exec(`CREATE TABLE lines (${COLUMNS.map((name) => `"${name}"`).join(', ')})`);
    const insert = database.prepare('INSERT INTO lines VALUES (?, ?, ?, ?)');
    for (const { time, log, message, part = null } of lines) {
      insert.run(timestamp(time), log, message, part);
    }
    return database.prepare(sql).all().map(rowOf);
  } finally {
    database.close();
  }
};

/** Reads a member of the first JSON in a text by its path, such as `error.name`. Text that is a number becomes one. */
const buildReadMember = () => {
  let [read, json]: [unknown, unknown] = [undefined, undefined];
  return (message: unknown, path: unknown): number | string | null => {
    // A query asks for several members of one line after another.
    if (message !== read) [read, json] = [message, jsonIn(String(message))];
    const value = String(path)
      .split('.')
      .reduce((of: unknown, name) => Object(of)[name], json);
    if (value === undefined || value === null || typeof value === 'object') return null;
    const text = String(value);
    return /^-?\d{1,15}(?:\.\d+)?$/.test(text) ? Number(text) : text;
  };
};

const jsonIn = (message: string): unknown => {
  try {
    return JSON.parse(message.slice(message.indexOf('{')));
  } catch {
    return {};
  }
};

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const startOf = (time: string, period: string): string => {
  const ms = Number.parseInt(period, 10) * (UNITS[period.slice(-1)] ?? 0);
  return timestamp(new Date(Math.floor(Date.parse(`${time}Z`) / ms) * ms).toISOString());
};

/** As Logs Insights writes a time. */
const timestamp = (time: string): string => time.replace('T', ' ').replace('Z', '');

const rowOf = (row: Readonly<Record<string, unknown>>): LogRow =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  );

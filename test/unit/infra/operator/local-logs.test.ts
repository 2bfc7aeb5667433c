import { appendFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { openLogFile, readLogFile } from '../../../../infra/local/log-file.ts';
import { openLocalLogs } from '../../../../infra/operator/logs/local-logs.ts';
import { codeBlocks } from '../../../support/page-calls.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = temporaryFolder();
});

const access = (fields: object) => ({ log: 'pets-api', message: JSON.stringify(fields) });

const failed = (part: string, error: object) => ({
  log: 'functions',
  part,
  message: `2026-11-25T10:00:00.000Z\trequest-1\tERROR\t${JSON.stringify({ level: 'ERROR', error })}`,
});

/** Asks the logs of the last hour. */
const ask = (query: string, of?: string) => openLocalLogs(dataDir, 3_600_000)(query, of);

test('a query finds, counts and sorts lines as Logs Insights does', async () => {
  const append = await openLogFile(dataDir);
  for (const [accountId, status, ms] of [
    ['acct_1', 429, 2],
    ['acct_2', 429, 1],
    ['acct_1', 429, 3],
    ['acct_1', 200, '-'],
  ]) {
    append(access({ accountId, status: String(status), ms: String(ms) }));
  }
  append(failed('getPet', { name: 'StorageUnavailableError', cause: { name: 'Timeout/Error' } }));
  append({ ...failed('getPet', {}), message: 'Task timed out {' });

  const refused = 'filter status = 429 | stats count() as refused by accountId | sort refused desc';
  expect(await ask(refused, 'pets-api')).toEqual([
    { accountId: 'acct_1', refused: '2' },
    { accountId: 'acct_2', refused: '1' },
  ]);
  expect(
    await ask('filter status != 200 and (ms > 1 or accountId = "acct_2") | stats count()'),
  ).toEqual([{ 'count()': '3' }]);
  expect(
    await ask('stats pct(ms, 50) as p50, pct(ms, 99), max(ms) by accountId', 'pets-api'),
  ).toEqual([
    { accountId: 'acct_1', p50: '2', 'pct(ms, 99)': '3', 'max(ms)': '-' },
    { accountId: 'acct_2', p50: '1', 'pct(ms, 99)': '1', 'max(ms)': '1' },
  ]);
  expect(
    await ask('filter error.cause.name like /out\\/E|x/ | stats count() by bin(1d), part'),
  ).toEqual([
    {
      'bin(1d)': `${new Date().toISOString().slice(0, 10)} 00:00:00.000`,
      part: 'getPet',
      'count()': '1',
    },
  ]);
  expect(
    await ask("fields @log, part | filter @message like /timed 'out'|out {/ | limit 1"),
  ).toEqual([{ '@log': 'functions', part: 'getPet' }]);
  expect(await ask('fields status | sort @timestamp asc | limit 2', 'pets-api')).toEqual([
    { status: '429' },
    { status: '429' },
  ]);
});

test('each query of the runbook is understood', async () => {
  const blocks = codeBlocks('RUNBOOK.md');
  const queries = blocks.flatMap(({ text }) =>
    [...text.matchAll(/ logs [^']*'([^']+)'/g)].map(([, query = '']) => query),
  );
  expect(queries.length).toBeGreaterThan(12);
  await Promise.all(queries.map((query) => ask(query)));
});

test('what it cannot read is refused in a line, and a part without lines is none', async () => {
  await expect(ask('parse @message "x" | stats count()')).rejects.toThrow(/does not have parse/);
  await expect(ask('filter status >')).rejects.toThrow(/^The local stage takes fields.*\(.*\)\.$/);
  await expect(ask('stats count()', 'getPets')).rejects.toThrow(
    /^--of is one of .*authorizer, .*pets-api/,
  );
  expect(await ask('fields @message', 'getPet')).toEqual([]);
});

test('lines that are older than asked for are left out, and so is one that was cut off', async () => {
  await appendFile(
    join(dataDir, 'log.jsonl'),
    `${JSON.stringify({ time: '2026-01-01T00:00:00.000Z', log: 'functions', message: 'old' })}\n{"time":"2\n`,
  );
  (await openLogFile(dataDir))({ log: 'functions', message: 'new' });
  expect(readLogFile(dataDir)).toHaveLength(2);
  expect(await ask('fields @message')).toEqual([{ '@message': 'new' }]);
});

test('the two files keep the newest lines, within their bound', async () => {
  for (const start of [0, 50]) {
    const append = await openLogFile(dataDir, 1000);
    for (let nth = start; nth < start + 50; nth += 1)
      append({ log: 'functions', message: `${nth}` });
  }
  const numbers = readLogFile(dataDir).map(({ message }) => Number(message));
  expect(numbers.length).toBeGreaterThan(12);
  expect(numbers).toEqual(numbers.map((_, index) => 100 - numbers.length + index));
  for (const name of ['log.jsonl', 'log.older.jsonl']) {
    const { size, mode } = await stat(join(dataDir, name));
    expect([size < 1200, mode & 0o77]).toEqual([true, 0]);
  }
});

import { appendFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { openLogFile, readLogFile } from '../../../../infra/local/gateway/log-file.ts';
import { findCreated } from '../../../../infra/operator/accounts/remove-created.ts';
import { openLocalLogs } from '../../../../infra/operator/logs/local-logs.ts';
import { findIds, type LogFilter, patternsOf } from '../../../../infra/operator/logs/log-filter.ts';
import {
  describeLine,
  type StageLogs,
  timestamp,
} from '../../../../infra/operator/logs/stage-logs.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const REQUEST = 'JJ+xmpl/Yos=';

const functionLine = (id: string, level: string, code: string) => {
  const error = { name: 'StorageError', message: 'No', stack: 'at x', cause: { name: 'Timeout' } };
  return `2026-11-25T10:00:00.000Z\t${id}\tERROR\t${JSON.stringify({ level, code, error })}`;
};

const access = (status: string, ids: object = {}) =>
  JSON.stringify({ accountId: 'acct_1', keyId: '-', ...ids, method: 'GET', status });

/** What a stage logs: function, or API, and line. */
const LINES = [
  ['getPet', functionLine('function-1', 'ERROR', 'malformed_item')],
  ['authorizer', functionLine('authorizer-1', 'WARN', 'use_not_recorded')],
  ['getPet', 'function-1 Task timed out after 10.00 seconds'],
  ['getPet', functionLine('function-2', 'ERROR', 'malformed_item')],
  ['pets-api', access('429')],
  [
    'pets-api',
    access('500', {
      extendedRequestId: REQUEST,
      authorizerRequestId: 'authorizer-1',
      integrationRequestId: 'function-1',
    }),
  ],
  ['pets-api', access('429', { extendedRequestId: 'JJJJ', integrationRequestId: '-' })],
] as const;

let dataDir: string;
beforeEach(async () => {
  dataDir = temporaryFolder();
  const append = await openLogFile(dataDir);
  for (const [part, message] of LINES) {
    append(part === 'pets-api' ? { log: part, message } : { log: 'functions', part, message });
  }
});

const logs = () => openLocalLogs(dataDir, new Date(Date.now() - 3_600_000));
const find = async (filter: LogFilter, of?: string) => {
  const rows = await logs().find(patternsOf(filter), of);
  return rows.map((row) => LINES.findIndex(([, message]) => message === row['@message']));
};

test.each<[LogFilter, string | undefined, number[]]>([
  [{}, undefined, [0, 1, 2, 3, 4, 5, 6]],
  [{ level: 'error' }, undefined, [0, 2, 3]],
  [{ level: 'warn' }, undefined, [1]],
  [{ level: 'error', code: 'malformed_item' }, 'getPet', [0, 3]],
  [{ level: 'error' }, 'authorizer', []],
  [{ status: '429' }, undefined, [4, 6]],
  [{ status: '5xx' }, 'pets-api', [5]],
  [{ text: 'timed.out|Timeout' }, 'functions', [0, 1, 2, 3]],
  [{ text: 'xmpl/Yos' }, undefined, [5]],
])('%j of %s finds the lines that match all of it', async (filter, of, found) => {
  expect(await find(filter, of)).toEqual(found);
});

test('a request is found with what both its invocations printed, and nothing of others', async () => {
  const ids = await findIds(logs(), REQUEST);
  expect(ids).toEqual([REQUEST, 'authorizer-1', 'function-1']);
  const lines = await logs().find(patternsOf({}, ids));
  expect(lines.map(({ part }) => part)).toEqual(['getPet', 'authorizer', 'getPet', undefined]);
});

test('lines that agree in what happened are counted as one, the most first', async () => {
  const seen = { first: expect.stringMatching(/^\d{4}-.*\d$/), last: expect.anything() };
  const level = 'ERROR';
  expect(await logs().count(patternsOf({ level: 'error' }))).toEqual([
    {
      ...{ lines: '2', ...seen, part: 'getPet', level, code: 'malformed_item' },
      ...{ 'error.name': 'StorageError', 'error.message': 'No', 'error.cause.name': 'Timeout' },
    },
    { lines: '1', ...seen, part: 'getPet' },
  ]);
  const answer = { accountId: 'acct_1', keyId: '-', method: 'GET', status: '429' };
  expect(await logs().count(patternsOf({ status: '4xx' }))).toEqual([
    { lines: '2', ...seen, ...answer },
  ]);
});

test('people see what happened first, and no stack; a line without JSON is as it is', () => {
  expect(LINES.map(([, message]) => describeLine(message)).slice(1, 6)).toEqual([
    'level=WARN code=use_not_recorded error.name=StorageError error.message=No error.cause.name=Timeout',
    'function-1 Task timed out after 10.00 seconds',
    expect.stringMatching(/^level=ERROR/),
    'status=429 method=GET accountId=acct_1',
    expect.stringMatching(/^status=500 .* extendedRequestId=JJ\+xmpl\/Yos= /),
  ]);
  expect(describeLine('T\tid\tERROR\tInvoke Error \t{"errorMessage":"Not 401"}')).toBe(
    'Invoke Error errorMessage=Not 401',
  );
});

test('a query of Logs Insights is refused', async () => {
  await expect(logs().query('stats count()')).rejects.toThrow(/^--query is for AWS alone/);
});

test('what a key created is found on all pages, once each, and neither what came later nor what others did', async () => {
  const line = (id: number, keyId = 'key_1') => ({
    '@timestamp': timestamp(Math.min(id, 10_500)),
    part: 'createPet',
    '@message': JSON.stringify({ code: 'created', accountId: 'acct_1', keyId, id: `${id}` }),
  });
  const rows = Array.from({ length: 12_000 }, (_, id) => [line(id), line(id, 'key_2')]).flat();
  const find: StageLogs['find'] = async (patterns, _of, { until = new Date(), most = 1 } = {}) =>
    rows
      .filter((row) => row['@timestamp'] <= timestamp(until.getTime()))
      .filter((row) => patterns.every((pattern) => row['@message'].includes(pattern)))
      .slice(-most);
  const found = async (end: number) => {
    const created = await findCreated({ find }, 'key_1', new Date(end));
    expect(created[0]).toMatchObject({ part: 'createPet', accountId: 'acct_1' });
    return created.map(({ id }) => Number(id)).sort((one, other) => one - other);
  };
  expect(await found(20_000)).toEqual(Array.from({ length: 12_000 }, (_, id) => id));
  expect(await found(10_499)).toEqual(Array.from({ length: 10_500 }, (_, id) => id));
});

test('lines until a time are found without those that came later', async () => {
  expect(await logs().find([], undefined, { until: new Date(Date.now() - 60_000) })).toEqual([]);
  expect(await logs().find([], undefined, { until: new Date(), most: 2 })).toHaveLength(2);
});

test('lines that are older than asked for are left out, and so is one that was cut off', async () => {
  const old = { time: '2026-01-01T00:00:00.000Z', log: 'functions', message: 'old' };
  await appendFile(join(dataDir, 'log.jsonl'), `${JSON.stringify(old)}\n{"time":"2\n`);
  expect(readLogFile(dataDir)).toHaveLength(LINES.length + 1);
  expect(await find({ text: 'old' })).toEqual([]);
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

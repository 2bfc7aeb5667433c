import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { inTurn, type Step, writeHistory } from './written-history.ts';

const ROOT = join(import.meta.dirname, '../../..');
const HEAD = '{"seed":1}';
const GET =
  '{"client":1,"account":"a","call":1,"return":2,"op":"getPet","pet":1,"answer":{"status":404}}';

let folder: string;
let file: string;

beforeAll(async () => {
  folder = (await temporaryFolder()).path;
  file = join(folder, 'history.jsonl');
});

const run = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['test/proofs/history/main.ts', ...words],
    { cwd: ROOT, encoding: 'utf8' },
  );
  return { status, stdout, lines: stderr.trim().split('\n') };
};

test('a correct history passes', () => {
  writeFileSync(file, `${HEAD}\n${GET}\n`);
  expect(run('--check', file)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('violations 0'),
  });
});

describe('one line says what is wrong with a history file', () => {
  const edited = (from: string, to: string) => `${HEAD}\n${GET.replace(from, to)}\n`;

  test.each([
    ['that is missing', undefined, 'no such file'],
    ['that is empty', '', 'holds no operation'],
    ['without a head', `${GET}\n`, ':1: is not the head'],
    ['that breaks off', `${HEAD}\n${GET}\n${GET.slice(0, 40)}`, ':3: is not an operation'],
    ['with another operation', edited('getPet', 'feedPet'), ':2: there is no operation "feedPet"'],
    ['with a member too many', edited('pet"', 'cat"'), ':2: is not an operation'],
    ['with a member too few', edited(',"pet":1', ''), ':2: getPet needs the member pet'],
    [
      'with an answer that never came',
      edited('"return":2,', ''),
      ':2: return and answer belong together',
    ],
    [
      'with time that runs back',
      edited('"return":2', '"return":0'),
      ':2: it returns before it is called',
    ],
  ])('%s', (_what, text, message) => {
    const path = text === undefined ? join(folder, 'none.jsonl') : file;
    if (text !== undefined) writeFileSync(path, text);
    const { status, lines } = run('--check', path);
    expect(status).toBe(1);
    expect(lines).toEqual([expect.stringContaining(message)]);
  });
});

describe('a history that is too hard', () => {
  /** Any of these writes may have happened, in any order, and none explains the read. */
  const put = (nth: number): Step => ({
    asked: { op: 'putCategory', category: 1n, body: { name: `c${nth}` } },
  });
  const seen: Step = {
    asked: { op: 'getCategory', category: 1n },
    answer: { status: 200, etag: 'a', category: { id: 1n, name: 'never' } },
  };

  beforeAll(() => {
    writeHistory(file, inTurn([...Array.from({ length: 40 }, (_, nth) => put(nth)), seen]));
  });

  test('is red, and says that the time was too short', () => {
    const { status, stdout } = run('--check', file, '--check-seconds', '1');
    expect([status, stdout]).toEqual([
      1,
      expect.stringContaining('Not decided within 1 s: category 1'),
    ]);
  });

  test('is red, and says that the memory was too small', () => {
    const { status, lines } = run('--check', file, '--check-megabytes', '64');
    expect([status, lines]).toEqual([1, [expect.stringContaining('needs more than 64 MB')]]);
  });
});

test('--help names each kind, and what is not one is refused', () => {
  const { status, stdout } = run('--help');
  expect(status).toBe(0);
  for (const kind of ['none', 'kill-server', 'stop', 'faults']) expect(stdout).toContain(kind);
  expect(run('kill-cat').status).not.toBe(0);
});

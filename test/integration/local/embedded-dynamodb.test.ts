import { once } from 'node:events';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { checkDatabase, databaseFile } from '../../../infra/local/engine/data-folder.ts';
import {
  type Engine,
  engineBinary,
  startEmbeddedDynamoDB,
} from '../../../infra/local/engine/embedded-dynamodb.ts';
import { openFolderEngine } from '../../../infra/local/engine/shared-engine.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = temporaryFolder();
});

describe('the guard of the engine', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await startEmbeddedDynamoDB(temporaryFolder());
  });
  afterAll(() => engine.close());

  const ask = async (headers: Record<string, string> = {}) => {
    const Authorization = `AWS4-HMAC-SHA256 Credential=${engine.accessKeyId}/20261122/us-east-1`;
    const asked = request(engine.endpoint, {
      agent: false,
      headers: { Authorization, ...headers },
    });
    const [answer] = await once(asked.end(), 'response');
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
  };

  test.each([
    ['passes on what has the access key id', {}, 200, 'health'],
    ['refuses a web page', { Origin: 'https://example.com' }, 403, '^$'],
    ['refuses the host of a web page', { Host: 'example.com' }, 403, '^$'],
    ['refuses another key', { Authorization: 'Credential=a/' }, 403, '^$'],
  ])('%s', async (_what, headers: Record<string, string>, status, body) => {
    const answer = await ask(headers);
    expect(answer).toMatchObject({ status, body: expect.stringMatching(body) });
    // What the engine itself answers would let a page read it.
    if (status === 403) expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('a data folder', () => {
  test('that is damaged in any part of its database is not opened, with the reason', async () => {
    await (await startEmbeddedDynamoDB(folder)).close();
    // An engine that was killed, as on a busy machine, leaves its pages in SQLite's write-ahead log.
    checkDatabase(folder);
    const sound = await readFile(databaseFile(folder));
    for (const start of [0, 16, 100, 4096, 8192, sound.length - 4096]) {
      await writeFile(databaseFile(folder), Buffer.from(sound).fill(65, start, start + 4096));
      expect(() => checkDatabase(folder)).toThrow(/is damaged \([^*].*\): delete it/);
    }
    await writeFile(databaseFile(folder), sound.subarray(0, sound.length / 2));
    await expect(startEmbeddedDynamoDB(folder)).rejects.toThrow(/is damaged \([^*].*\): delete it/);
    await writeFile(databaseFile(folder), sound);
    checkDatabase(folder);
  });

  test('that cannot be read is not called damaged: nobody is advised to delete it', async () => {
    await mkdir(databaseFile(folder));
    const error = await startEmbeddedDynamoDB(folder).catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(/cannot be read \(.*--data-dir/);
    expect(String(error)).not.toMatch(/damaged|delete/);
  });
});

test('an engine that is not a URL is named', async () => {
  await expect(openFolderEngine('host', folder, 'foo')).rejects.toThrow(
    /AWS_ENDPOINT_URL_DYNAMODB is not a URL/,
  );
});

test('a platform without an engine is named, with what to do', () => {
  expect(() => engineBinary('sunos', 'x64')).toThrow(/sunos on x64.*AWS_ENDPOINT_URL_DYNAMODB/);
});

test('a command that waits for its folder does not join the engine that a killed server named there', async () => {
  const other = temporaryFolder();
  const foreign = await openFolderEngine('host', other);
  await copyFile(join(other, 'engine.json'), join(folder, 'engine.json'));

  const first = await openFolderEngine('join', folder);
  const waiting = openFolderEngine('join', folder);
  await setTimeout(500);
  await first.close();
  const second = await waiting;
  for (const engine of [second, foreign]) await engine.close();
  expect(second.endpoint).not.toBe(foreign.endpoint);
});

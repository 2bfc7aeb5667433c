import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { generateApiKey } from '../../../lib/accounts/api-key.ts';
import { call } from '../../support/client.ts';
import { openEngine, type TestEngine } from '../../support/engine.ts';
import { endLocalServers, type LocalServer, startLocalServer } from '../../support/local-server.ts';
import { type RecordingEngine, startRecordingEngine } from '../../support/recording-engine.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const REQUESTS = 100;

let engine: TestEngine;
let recorder: RecordingEngine;
let server: LocalServer;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  engine = await openEngine();
  recorder = await startRecordingEngine(engine.endpoint);
  server = await startLocalServer({
    dataDir: folder.path,
    env: { AWS_ENDPOINT_URL_DYNAMODB: recorder.endpoint },
  });
});
afterAll(async () => {
  endLocalServers();
  recorder.close();
  await engine.close();
  await folder.remove();
});
beforeEach(() => {
  recorder.asked.length = 0;
});

/** Sends one request with each key. Returns the different statuses, and the requests to the keys' table. */
const askWith = async (keys: readonly string[]) => {
  const statuses = new Set<number>();
  for (const key of keys) statuses.add((await call('/nothing', { key }, server)).status);
  const asked = recorder.asked.filter((line) => line.endsWith(engine.tables.apiKeys));
  return {
    statuses: [...statuses],
    reads: asked.filter((line) => line.startsWith('GetItem ')).length,
    writes: asked.filter((line) => line.startsWith('UpdateItem ')).length,
  };
};

/** A key whose checksum is wrong. */
const mistype = (key: string): string => `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`;

describe('the authorizer asks storage', () => {
  test('once for many requests with one key, and notes its use once', async () => {
    const keys = Array.from({ length: REQUESTS }, () => server.apiKey);
    expect(await askWith(keys)).toEqual({ statuses: [404], reads: 1, writes: 1 });
  });

  test('never for what cannot be a key', async () => {
    const keys = Array.from({ length: REQUESTS }, () => mistype(generateApiKey('pet_test_')));
    expect(await askWith(keys)).toEqual({ statuses: [401], reads: 0, writes: 0 });
  });

  test('once for each that is well-formed and unknown', async () => {
    const keys = Array.from({ length: REQUESTS }, () => generateApiKey('pet_test_'));
    expect(await askWith(keys)).toEqual({ statuses: [401], reads: REQUESTS, writes: 0 });
  });
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { call } from '../support/client.ts';
import { attachDebugger } from '../support/inspector.ts';
import { endLocalServers, type LocalServer, startLocalServer } from '../support/local-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: LocalServer;

beforeAll(async () => {
  folder = await temporaryFolder();
  server = await startLocalServer({ dataDir: folder.path, node: ['--inspect=0'] });
});
afterAll(async () => {
  endLocalServers();
  await folder.remove();
});

test('a breakpoint in a handler stops there, and the request goes on', async () => {
  const file = 'functions/get-pet/handler.ts';
  const lines = (await readFile(join(ROOT, file), 'utf8')).split('\n');
  const line = lines.findIndex((text) => text.includes('await get(petId)')) + 1;
  const [url = ''] = /ws:\S+/.exec(server.output()) ?? [];
  const editor = await attachDebugger(url, { file, line });
  const answer = call('/pets/7', {}, server);
  const stop = await editor.stop();
  expect(stop).toMatchObject({ file, line });
  stop.resume();
  expect((await answer).status).toBe(404);
  editor.close();
});

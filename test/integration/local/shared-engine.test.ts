import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, expect, test } from '@jest/globals';
import { hostEngine, joinEngine } from '../../../infra/local/engine/shared-engine.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = (await temporaryFolder()).path;
});

test('a command joins the engine of the server that has the folder, and a second server is refused', async () => {
  const server = await hostEngine(folder);
  const command = await joinEngine(folder);
  expect(command.endpoint).toBe(server.endpoint);
  await command.close();
  await expect(hostEngine(folder)).rejects.toThrow(/is in use by another server/);
  await server.close();
});

test('a command that waits for its folder does not join the engine that a killed server named there', async () => {
  const other = (await temporaryFolder()).path;
  const foreign = await hostEngine(other);
  await copyFile(join(other, 'engine.json'), join(folder, 'engine.json'));

  const first = await joinEngine(folder);
  const waiting = joinEngine(folder);
  await setTimeout(500);
  await first.close();
  const second = await waiting;
  expect(second.endpoint).not.toBe(foreign.endpoint);

  for (const engine of [second, foreign]) await engine.close();
});

import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { hostEngine, joinEngine } from '../../infra/local/shared-engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a command that waits for its folder does not join the engine that a killed server named there', async () => {
  const [other, own] = [await temporaryFolder(), await temporaryFolder()];
  const foreign = await hostEngine(undefined, other.path);
  await copyFile(join(other.path, 'engine.json'), join(own.path, 'engine.json'));

  const first = await joinEngine(undefined, own.path);
  const waiting = joinEngine(undefined, own.path);
  await setTimeout(500);
  await first.close();
  const second = await waiting;
  expect(second.endpoint).not.toBe(foreign.endpoint);

  for (const engine of [second, foreign]) await engine.close();
  for (const folder of [other, own]) await folder.remove();
});

import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { hostEngine, joinEngine } from '../src/dynamodb/shared-engine.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('a command that waits for its folder does not join the engine that a killed server named there', async () => {
  const [other, own] = [await temporaryFolder(), await temporaryFolder()];
  const foreign = await hostEngine(other);
  await copyFile(join(other, 'engine.json'), join(own, 'engine.json'));

  const first = await joinEngine(own);
  const waiting = joinEngine(own);
  await setTimeout(500);
  await first.close();
  const second = await waiting;
  expect(second.endpoint).not.toBe(foreign.endpoint);

  for (const engine of [second, foreign]) await engine.close();
});

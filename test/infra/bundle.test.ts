import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { bundleFunctions } from '../../infra/bundle.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a bundle holds what this build made, and nothing an earlier one left', async () => {
  const folder = await temporaryFolder();
  const files = () => readdirSync(join(folder.path, 'get-pet'), { recursive: true }).sort();
  await bundleFunctions(folder.path);
  const clean = files();
  writeFileSync(join(folder.path, 'get-pet/chunks/old.mjs'), '');
  await bundleFunctions(folder.path);
  expect(files()).toEqual(clean);
  await folder.remove();
});

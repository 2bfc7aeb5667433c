import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { bundleFunctions } from '../../infra/bundle/bundle.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a bundle is one file, and holds nothing that an earlier build left', async () => {
  const folder = await temporaryFolder();
  const files = () => readdirSync(join(folder.path, 'get-pet'), { recursive: true });
  await bundleFunctions(folder.path);
  expect(files()).toEqual(['index.mjs']);
  writeFileSync(join(folder.path, 'get-pet/old.mjs'), '');
  await bundleFunctions(folder.path);
  expect(files()).toEqual(['index.mjs']);
  await folder.remove();
});

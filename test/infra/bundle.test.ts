import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { bundle } from '../../infra/stacks/bundle/bundle.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a bundle is one file, and holds nothing that an earlier build left', async () => {
  const { path, remove } = await temporaryFolder();
  const build = () => bundle(new Map([['get-pet', 'functions/get-pet/handler.ts']]), path);
  await build();
  const folder = join(path, 'get-pet');
  expect(readdirSync(folder)).toEqual(['index.mjs']);
  writeFileSync(join(folder, 'old.mjs'), '');
  await build();
  expect(readdirSync(folder)).toEqual(['index.mjs']);
  await remove();
});

import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { bundle } from '../../infra/stacks/bundle/bundle.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a bundle is one file that everyone may read, and holds nothing that an earlier build left', async () => {
  const path = temporaryFolder();
  const folder = join(path, 'get-pet');
  const umask = process.umask(0o077);
  for (let times = 0; times < 2; times += 1) {
    await bundle(new Map([['get-pet', 'functions/get-pet/handler.ts']]), path);
    expect(readdirSync(folder)).toEqual(['index.mjs']);
    expect(statSync(join(folder, 'index.mjs')).mode & 0o777).toBe(0o644);
    writeFileSync(join(folder, 'old.mjs'), '');
  }
  process.umask(umask);
});

import { execFileSync } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { bundle } from '../../infra/stacks/bundle/bundle.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');

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

test.each(['022', '077'])(
  'everyone may read a bundle that is built under umask %s',
  async (umask) => {
    const { path, remove } = await temporaryFolder();
    const build = `import { bundle } from './infra/stacks/bundle/bundle.ts';
    await bundle(new Map([['get-pet', 'functions/get-pet/handler.ts']]), process.argv[1]);`;
    const command = `umask ${umask}; exec "$0" --input-type=module --eval "$1" "$2"`;
    execFileSync('sh', ['-c', command, process.execPath, build, path], { cwd: ROOT });
    expect(statSync(join(path, 'get-pet/index.mjs')).mode & 0o777).toBe(0o644);
    await remove();
  },
);

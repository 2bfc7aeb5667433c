import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { bundle, bundleFunctions } from '../../infra/stacks/bundle/bundle.ts';
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

test('every function loads where nothing but its bundle is', async () => {
  const { path, remove } = await temporaryFolder();
  const bundles = [...(await bundleFunctions(path)).values()];
  // Each in its own process. The error about a missing variable shows that all modules were found.
  const program = `await import(process.argv[1]).catch(({ message }) => {
    if (!/^The environment variable \\w+ is missing$/.test(message)) throw new Error(message);
  })`;
  const failures = bundles.flatMap((folder) => {
    const entry = join(folder, 'index.mjs');
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', program, entry],
      { cwd: folder, env: {}, encoding: 'utf8' },
    );
    return status === 0 ? [] : [stderr];
  });
  expect(bundles.length).toBeGreaterThan(0);
  expect(failures).toEqual([]);
  await remove();
});

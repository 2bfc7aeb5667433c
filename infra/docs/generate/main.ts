import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { program } from 'commander';
import { generatedFiles, ROOT } from './generated-files.ts';
import { PROGRAMS } from './programs.ts';

program
  .name('npm run generate')
  .description(
    `Writes everything that follows from contracts, error codes, tables and addresses: the OpenAPI document,
the pages of errors, deprecations and costs, the tables of operations, the client's types, bundle sizes
and the snapshots of templates. Look at the differences before you commit.`,
  )
  .addHelpText(
    'after',
    `
What needs a tool that is missing is left as it was. Ends with 1 if something cannot be written.`,
  )
  .allowExcessArguments(false)
  .parse();

for (const [path, text] of Object.entries(await generatedFiles())) {
  const file = join(ROOT, path);
  const same = existsSync(file) && (await readFile(file, 'utf8')) === text;
  if (!same) await writeFile(file, text);
  console.log(`${path}: ${same ? 'the same' : 'written'}`);
}

for (const { writes, words, cwd = '.', needs } of PROGRAMS) {
  if (needs && !existsSync(join(ROOT, needs.file))) {
    console.log(
      `${writes}: left as they were, as a tool is missing: npm run tools -- ${needs.tool}`,
    );
    continue;
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: join(ROOT, cwd),
    encoding: 'utf8',
  });
  if (status !== 0) {
    console.error(`${writes}: cannot be written\n${stdout}${stderr}`);
    process.exit(1);
  }
  console.log(`${writes}: written`);
}

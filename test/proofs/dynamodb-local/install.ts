import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINE_FOLDER, ENGINE_JAR } from './engine-folder.ts';

/** The npm package that ships AWS's own DynamoDB Local, pinned as a lockfile would. */
const PACKAGE = 'amplify-dynamodb-simulator@2.9.30';
const SHA512 =
  'xTeeRLvzEfqyd5lh3bH4c0kHvSHHmmhD5ZDsHFKAQ5g2Zl6JqlFdutaQhCLHzxEp6Ry1o7TB6niIoXuQAnSewQ==';

if (existsSync(ENGINE_JAR)) {
  console.log(`DynamoDB Local is there already: ${ENGINE_JAR}`);
} else {
  console.log(`Fetching ${PACKAGE} (54 MB) ...`);
  rmSync(ENGINE_FOLDER, { recursive: true, force: true });
  mkdirSync(ENGINE_FOLDER, { recursive: true });
  const name = execFileSync('npm', ['pack', '--silent', PACKAGE], {
    cwd: ENGINE_FOLDER,
    encoding: 'utf8',
  }).trim();
  const archive = join(ENGINE_FOLDER, name);
  if (createHash('sha512').update(readFileSync(archive)).digest('base64') !== SHA512) {
    rmSync(ENGINE_FOLDER, { recursive: true });
    console.error(`${PACKAGE} is not what it was when it was pinned: nothing was installed.`);
    process.exit(1);
  }
  execFileSync('tar', ['-xzf', name, '--strip-components=2', 'package/emulator'], {
    cwd: ENGINE_FOLDER,
  });
  rmSync(archive);
  console.log(`DynamoDB Local is in ${ENGINE_FOLDER}`);
}

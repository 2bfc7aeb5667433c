import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../../infra/local/engine/engine-process.ts';
import { ownTemporaryFolder } from '../../support/temporary-folder.ts';
import { ENGINE_FOLDER, ENGINE_JAR } from './engine-folder.ts';

/** Runs a command with AWS's DynamoDB Local at AWS_ENDPOINT_URL_DYNAMODB. */

const fail = (message: string): never => {
  console.error(message);
  process.exit(1);
};

const [command, ...words] = process.argv.slice(2);
if (command === undefined)
  fail('Usage: npx node test/proofs/dynamodb-local/run.ts COMMAND [ARGUMENT ...]');
if (spawnSync('java', ['-version']).status !== 0) {
  fail('java is missing: install a Java runtime of version 17 or newer.');
}
if (!existsSync(ENGINE_JAR)) {
  fail('DynamoDB Local is missing: run npm run tools -- dynamodb-local once.');
}

const port = await freePort();
// It unpacks a library there, and does not remove it as it is killed.
const folder = ownTemporaryFolder();
const engine = spawn(
  'java',
  [
    ...[`-Djava.io.tmpdir=${folder}`, '-Djava.library.path=./DynamoDBLocal_lib'],
    ...['-jar', ENGINE_JAR, '-inMemory', '-port', `${port}`],
  ],
  { cwd: ENGINE_FOLDER, stdio: ['ignore', 'ignore', 'inherit'] },
);
process.once('exit', () => engine.kill('SIGKILL'));
const endpoint = `http://127.0.0.1:${port}`;
// It answers 400 to what is not a request to DynamoDB.
const answers = () => fetch(endpoint).then(Boolean, () => false);
for (let tries = 0; !(await answers()); tries += 1) {
  if (engine.exitCode !== null || tries === 300) fail('DynamoDB Local did not start.');
  await setTimeout(100);
}
console.log(`DynamoDB Local answers at ${endpoint}`);
const child = spawn(command ?? '', words, {
  stdio: 'inherit',
  env: { ...process.env, AWS_ENDPOINT_URL_DYNAMODB: endpoint },
});
const [status] = await once(child, 'close');
process.exit(status ?? 1);

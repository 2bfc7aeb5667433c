import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ENGINE_JAR } from '../dynamodb-local/engine-folder.ts';

/**
 * Starts the bench with DynamoDB Local, or with the embedded engine if that or Java is missing.
 * With two processors, the measured process has its own.
 */

const runs = (command: string, ...words: string[]): boolean =>
  spawnSync(command, words, { stdio: 'ignore' }).status === 0;

const pinned = availableParallelism() > 1 && runs('taskset', '-c', '1', 'true');
const dynamodbLocal = existsSync(ENGINE_JAR) && runs('java', '-version');
const help = process.argv.includes('--help') || process.argv.includes('-h');

const [command = '', ...words] = [
  ...(pinned ? ['taskset', '-c', '0'] : []),
  process.execPath,
  ...(dynamodbLocal && !help
    ? [join(import.meta.dirname, '../dynamodb-local/run.ts'), process.execPath]
    : []),
  join(import.meta.dirname, 'main.ts'),
  ...process.argv.slice(2),
];
const child = spawn(command, words, {
  stdio: 'inherit',
  env: { ...process.env, ...(pinned && { BENCH_LAUNCHER: 'taskset -c 1' }) },
});
const [status] = await once(child, 'close');
process.exit(status ?? 1);

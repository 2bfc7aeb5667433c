/**
 * A program: runs the embedded engine, and ends when its parent process ends, even by kill -9: the
 * system then closes its standard input. Its arguments are the engine's program and the data
 * folder. The first line of its input is the access key id, which other users could read among the
 * arguments.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { firstLine } from '../../command-line/first-line.ts';
import { StartupError } from '../startup-error.ts';
import { checkDatabase, databaseFile, FolderInUseError, lockFolder } from './data-folder.ts';
import type { HostMessage } from './embedded-dynamodb.ts';
import { startEngineGuard } from './engine-guard.ts';
import { startEngineProcess } from './engine-process.ts';
import { resetNewerCheckpoints, trimStreams } from './trim-streams.ts';

/** The time that the engine has to end by itself. */
const STOP_TIMEOUT_MS = 1000;

const HOUR_MS = 60 * 60 * 1000;

const send = (message: HostMessage): void => {
  process.stdout.write(`${JSON.stringify(message)}\n`);
};

const openEngine = async (binary: string, folder: string) => {
  const file = databaseFile(folder);
  checkDatabase(folder);
  return startEngineProcess(binary, file).catch((error: unknown) => {
    throw new StartupError(
      `The engine does not start with ${file} (${firstLine(error)}): check its disk and start again, or choose another folder with --data-dir.`,
    );
  });
};

/** Trims the streams every hour, as a server may run for weeks. */
const keepStreamsShort = (folder: string, engine: ChildProcess): void => {
  try {
    const line = resetNewerCheckpoints(folder);
    if (line !== undefined) console.error(line);
    trimStreams(folder);
  } catch (error) {
    engine.kill('SIGKILL');
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `The database ${databaseFile(folder)} cannot be written (${firstLine(error)}): check its disk, or choose another folder with --data-dir.`,
    );
  }
  const trimAgain = (): void => {
    try {
      trimStreams(folder);
    } catch {
      // A failure can wait for the next hour.
    }
  };
  setInterval(trimAgain, HOUR_MS).unref();
};

const end = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, 'exit');
  child.kill();
  await Promise.race([ended, setTimeout(STOP_TIMEOUT_MS)]);
  child.kill('SIGKILL');
};

// The parent may end before it has read the message.
process.stdout.on('error', () => {});
const input = createInterface({ input: process.stdin });
const parentEnded = once(input, 'close');
const [, , binary = '', folder = ''] = process.argv;
const [accessKeyId] = await once(input, 'line');
try {
  const lock = lockFolder(folder);
  const { child, ...address } = await openEngine(binary, folder);
  // However this process ends, unless it is killed.
  process.once('exit', () => child.kill('SIGKILL'));
  const engineEnded = once(child, 'exit');
  keepStreamsShort(folder, child);
  const { endpoint, close } = await startEngineGuard(address, accessKeyId);
  send({ kind: 'ready', endpoint, enginePid: child.pid ?? 0 });
  await Promise.race([parentEnded, engineEnded]);
  close();
  if (child.exitCode === null && child.signalCode === null) await end(child);
  lock.close();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  const kind = error instanceof FolderInUseError ? 'folder-in-use' : 'not-started';
  send({ kind, message: error.message });
}
process.exit();

/**
 * A program: runs the embedded engine for the process that started it, and ends when that one ends. It sees this by its
 * standard input, which the system closes even after kill -9. Its arguments are the engine's program and the data
 * folder; the first line of its input is the access key id, which others could read among the arguments.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { firstLine, StartupError } from '../startup-error.ts';
import { trimStreams } from '../streams/trim-streams.ts';
import { checkDatabase, databaseFile, FolderInUseError, lockFolder } from './data-folder.ts';
import { startEngineGuard } from './engine-guard.ts';
import { startEngineProcess } from './engine-process.ts';
import type { HostMessage } from './host-message.ts';

/** Milliseconds that the engine has to end by itself. */
const PATIENCE = 1000;

const HOUR_MS = 60 * 60 * 1000;

const send = (message: HostMessage): void => {
  process.stdout.write(`${JSON.stringify(message)}\n`);
};

const openEngine = async (binary: string, folder: string) => {
  const file = databaseFile(folder);
  checkDatabase(folder);
  return startEngineProcess(binary, file).catch((error: unknown) => {
    throw new StartupError(
      `The engine does not start with ${file} (${firstLine(error)}): start again, or choose another folder with --data-dir.`,
    );
  });
};

/** A server may run for weeks. */
const keepStreamsShort = (folder: string, engine: ChildProcess): void => {
  try {
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
      // The next hour is soon enough.
    }
  };
  setInterval(trimAgain, HOUR_MS).unref();
};

const end = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, 'exit');
  child.kill();
  await Promise.race([ended, setTimeout(PATIENCE)]);
  child.kill('SIGKILL');
};

const input = createInterface({ input: process.stdin });
const parentEnded = once(input, 'close');
const [, , binary = '', folder = ''] = process.argv;
const [accessKeyId] = await once(input, 'line');
try {
  const lock = lockFolder(folder);
  const { child, ...address } = await openEngine(binary, folder);
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

/**
 * A program: runs the embedded engine, and ends with its parent, even after kill -9: the system then closes the channel to it.
 * Its arguments are the engine's program and the data folder. The access key id comes as a message: other users could read it
 * among the arguments.
 */
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { StartupError } from '../../command-line/errors.ts';
import {
  checkDatabase,
  databaseFile,
  FolderInUseError,
  indexStreams,
  lockFolder,
} from './data-folder.ts';
import type { HostMessage } from './embedded-dynamodb.ts';
import { startEngineGuard, startEngineProcess } from './engine-process.ts';

/** The time that the engine has to end by itself. */
const STOP_TIMEOUT_MS = 1000;

/** Resolves also if the parent has ended. */
const send = (message: HostMessage) => new Promise((sent) => process.send?.(message, sent));

const parentEnded = once(process, 'disconnect');
const [, , binary = '', folder = ''] = process.argv;
const [accessKeyId] = await once(process, 'message');
try {
  const lock = lockFolder(folder);
  checkDatabase(folder);
  const { child, port } = await startEngineProcess(binary, databaseFile(folder));
  // However this process ends, unless it is killed.
  process.once('exit', () => child.kill('SIGKILL'));
  const engineEnded = once(child, 'exit');
  indexStreams(folder);
  const endpoint = await startEngineGuard(port, accessKeyId);
  await send({ endpoint, enginePid: child.pid ?? 0 });
  await Promise.race([parentEnded, engineEnded]);
  child.kill();
  await Promise.race([engineEnded, setTimeout(STOP_TIMEOUT_MS)]);
  lock.close();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  await send({ problem: error.message, inUse: error instanceof FolderInUseError });
}
process.exit();

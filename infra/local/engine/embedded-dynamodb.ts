import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as z from 'zod';
import { attempt } from '../../../lib/values/attempt.ts';
import { StartupError } from '../../command-line/errors.ts';
import { databaseFile, FolderInUseError } from './data-folder.ts';

export interface Engine {
  readonly endpoint: string;
  /** The embedded engine refuses requests that are signed with another access key id. */
  readonly accessKeyId: string;
  /** Names it in messages: its address, or the file of the embedded one. */
  readonly description: string;
  readonly close: () => Promise<void>;
}

/** The one message of an engine's host: the engine's address, or why it did not start. */
const HostMessage = z.union([
  z.object({ endpoint: z.string(), enginePid: z.number() }),
  z.object({ problem: z.string(), inUse: z.boolean() }),
]);
export type HostMessage = z.infer<typeof HostMessage>;

/**
 * Starts the embedded engine in processes that end with this one.
 * @param folder where it keeps its data
 * @param accessKeyId what its clients must sign with. @default a new one
 * @throws FolderInUseError if another process has the folder open
 * @throws StartupError if the folder is damaged or cannot be written, or this platform has no engine
 */
export const startEmbeddedDynamoDB = async (
  folder: string,
  accessKeyId: string = randomBytes(16).toString('hex'),
): Promise<Engine> => {
  const program = join(import.meta.dirname, 'engine-host.ts');
  const host = spawn(process.execPath, [program, engineBinary(), folder], {
    // Ctrl-C in a terminal reaches all processes of a group: the engine has to answer until the server has ended.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    windowsHide: true,
  });
  const exited = once(host, 'exit');
  host.send(accessKeyId, () => {});
  const [answer] = await Promise.race([once(host, 'message'), exited.then(() => [])]);
  if (answer === undefined) {
    throw new StartupError('The embedded DynamoDB engine ended before it was ready: start again.');
  }
  const message = HostMessage.parse(answer);
  if ('problem' in message) {
    await exited;
    throw new (message.inUse ? FolderInUseError : StartupError)(message.problem);
  }

  const endWithHost = (): never => {
    // It may have ended, too.
    attempt(() => process.kill(message.enginePid, 'SIGKILL'));
    throw new StartupError('The embedded DynamoDB engine has ended: start again.');
  };
  host.once('exit', endWithHost);
  return {
    endpoint: message.endpoint,
    accessKeyId,
    description: databaseFile(folder),
    close: async () => {
      host.off('exit', endWithHost);
      if (host.connected) host.disconnect();
      await exited;
    },
  };
};

/**
 * Finds the engine's program for this platform, which npm installs as an optional dependency.
 * @throws StartupError if there is none
 */
export const engineBinary = (platform: string = process.platform, cpu: string = process.arch) => {
  const name = platform === 'win32' ? 'dynoxide.exe' : 'dynoxide';
  const { resolve } = createRequire(import.meta.url);
  const file = attempt(() => resolve(`@dynoxide/${platform}-${cpu}/${name}`));
  if (file !== undefined) return file;
  throw new StartupError(
    `The embedded DynamoDB engine does not run on ${platform} on ${cpu}: start DynamoDB Local and set AWS_ENDPOINT_URL_DYNAMODB to its address, such as http://127.0.0.1:8000.`,
  );
};

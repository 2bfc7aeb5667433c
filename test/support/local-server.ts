import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { collectOutput } from './processes.ts';
import { ROOT } from './project.ts';
import { refuseSentTexts } from './sent-texts.ts';

/** A local server in its own process. */
export type LocalServer = Readonly<Awaited<ReturnType<typeof startLocalServer>>>;

export interface StartOptions {
  readonly dataDir: string;
  /** @default 0, any free port */
  readonly port?: number;
  /** The project's folder. @default this one */
  readonly root?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Further options of the command line. */
  readonly options?: readonly string[];
  /** Options of Node. */
  readonly node?: readonly string[];
  /** Commands for the shell before it. */
  readonly limits?: string;
}

const running = new Set<ChildProcess>();

/** Ends servers that a failed test left running. */
export const endLocalServers = (): void => {
  for (const child of running) child.kill('SIGKILL');
};

/** Starts one, and waits for nothing. */
export const startUnattended = ({
  dataDir,
  port = 0,
  root = ROOT,
  env = {},
  options = [],
  node = [],
  limits,
}: StartOptions): ChildProcess => {
  const shell = limits === undefined ? [] : ['sh', '-c', `${limits}; exec "$0" "$@"`];
  const program = [process.execPath, ...node, 'infra/local/main.ts'];
  const line = [...shell, ...program, '--port', String(port), '--data-dir', dataDir, ...options];
  const [command = '', ...words] = line;
  const child = spawn(command, words, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
};

/** Starts what `npm start` starts, and waits until it has printed its address and key. */
export const startLocalServer = async (options: StartOptions) => {
  const child = startUnattended(options);
  const ended = once(child, 'exit');
  const output = collectOutput(child);
  const [, baseUrl = '', quickstartUrl = '', apiKey = ''] = await new Promise<RegExpExecArray>(
    (resolve, reject) => {
      const look = () => {
        const found = /Base address +(\S+)\s+Quickstart +(\S+)\s+API key +(\S+)[\s\S]+Ctrl-C/.exec(
          output(),
        );
        if (!found) return;
        child.stdout?.off('data', look);
        resolve(found);
      };
      child.stdout?.on('data', look);
      child.once('exit', () => reject(new Error(`It did not start:\n${output()}`)));
    },
  );
  return {
    baseUrl,
    quickstartUrl,
    apiKey,
    /** All it has printed so far. */
    output,
    /** Closes the pipes that it prints to. */
    stopReading: () => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    },
    isRunning: () => running.has(child),
    pid: child.pid ?? 0,
    /** Resolves when it has ended in any way. */
    ended,
    /** Sends a signal and gives the exit status, or the signal's name if that ended it. @throws Error if its log holds what clients sent */
    stop: async (signal: NodeJS.Signals = 'SIGINT'): Promise<number | string | null> => {
      if (!running.has(child)) return child.exitCode;
      const exited = once(child, 'exit');
      child.kill(signal);
      const [status, endedBy] = await exited;
      refuseSentTexts(output().replace(/^[\s\S]*Ctrl-C/, ''));
      return status ?? endedBy;
    },
  };
};

/** Starts a server that is expected to fail. Returns its exit status, and its output but for the line that says it opens the tables. */
export const failToStart = async (options: StartOptions) => {
  const child = startUnattended(options);
  const output = collectOutput(child);
  const [status]: (number | null)[] = await once(child, 'close');
  return { status, output: output().replace(/^Opening .*\n/, '') };
};

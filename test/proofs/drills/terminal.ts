import { join } from 'node:path';

/** A command's output in a terminal, all streams together, and how it ended. */
export interface TerminalResult {
  readonly screen: string;
  readonly status: number;
  readonly signal: number | undefined;
}

/** The text that is typed once the screen ends with another text. */
export interface Reply {
  readonly after: string;
  readonly type: string;
}

/** The package has binaries for glibc, macOS and Windows. */
const loadPty = () =>
  import('@lydell/node-pty').catch((cause: unknown) => {
    const problem = 'There is no pseudo-terminal for this platform in @lydell/node-pty';
    throw new Error(`${problem}: run this test where there is one, such as Linux with glibc.`, {
      cause,
    });
  });

/**
 * Runs a shell command in a terminal that stays open, like a person's. Standard input never ends,
 * and keys such as Ctrl-C arrive as signals. The process has 20 seconds.
 */
export const inTerminal = async (
  command: string,
  { after, type }: Reply,
  env: NodeJS.ProcessEnv = process.env,
): Promise<TerminalResult> => {
  const { spawn } = await loadPty();
  const terminal = spawn('sh', ['-c', command], {
    cwd: join(import.meta.dirname, '../../..'),
    env,
    cols: 200,
  });
  const { promise, resolve, reject } = Promise.withResolvers<TerminalResult>();
  let screen = '';
  let typed = false;
  terminal.onData((data) => {
    screen += data;
    if (typed || !screen.endsWith(after)) return;
    typed = true;
    terminal.write(type);
  });
  const timer = setTimeout(() => {
    terminal.kill('SIGKILL');
    reject(new Error(`It did not end. The screen shows:\n${screen}`));
  }, 20_000);
  terminal.onExit(({ exitCode, signal }) => {
    clearTimeout(timer);
    resolve({ screen, status: exitCode, signal });
  });
  return promise;
};

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** What a command of the operators' command line printed, and its exit status. */
export interface CommandResult {
  readonly output: string;
  readonly problems: string;
  readonly status: number | null;
}

/** Starts what `npm run operator --` starts. */
export const startOperator = (args: readonly string[], env: NodeJS.ProcessEnv = process.env) =>
  spawn(process.execPath, ['infra/operator/main.ts', ...args], {
    cwd: join(import.meta.dirname, '../..'),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Waits for a command's end. */
export const resultOf = async (
  child: ChildProcess & Pick<ReturnType<typeof startOperator>, 'stderr' | 'stdout'>,
): Promise<CommandResult> => {
  const [output, problems, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { output, problems, status };
};

/** Runs a command to its end. */
export const operator = (
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<CommandResult> => resultOf(startOperator(args, env));

/** Has the operators' command line set what the demo account of a local server may send. */
export const limitDemo = async (
  dataDir: string,
  limit: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> => {
  const local = ['--stage', 'local', '--data-dir', dataDir];
  const { output } = await operator(['account', 'list', '--json', ...local], env);
  const { accountId } = JSON.parse(output).find(({ name }: { name: string }) => name === 'demo');
  const { status, problems } = await operator(
    ['account', 'limit', accountId, ...limit, ...local],
    env,
  );
  if (status !== 0) throw new Error(problems);
};

/** As much as the local stage lets one account have: for tests that send a lot without being a flood. */
export const HIGHEST = ['--rate', '500', '--burst', '500'];

/** Has the operators' command line issue a key with the scope `read` for a local server's stage. */
export const issueReadOnlyKey = async (dataDir: string): Promise<string> => {
  const local = ['--stage', 'local', '--data-dir', dataDir];
  const account = await operator(['account', 'create', '--name', 'Readers', ...local]);
  const key = ['key', 'issue', '--account', account.output.trim(), '--name', 'e2e'];
  return (await operator([...key, '--scope', 'read', ...local])).output.trim();
};

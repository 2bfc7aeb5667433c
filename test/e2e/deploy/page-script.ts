import { delimiter, dirname, join } from 'node:path';
import { pythonCommand } from '../../../tools/python-environment.ts';
import { type MiniStack, run } from './emulator.ts';

/**
 * Runs commands of pages in bash, in the project's folder, with the AWS CLI that was installed next to MiniStack.
 * @returns what they print
 * @throws Error with that if one fails
 */
export const runScript = async (
  { environment }: MiniStack,
  text: string,
  variables: NodeJS.ProcessEnv = {},
): Promise<string> => {
  const operator = `"${process.execPath}" infra/operator/main.ts --yes`;
  const script = text.replaceAll('npm run -s operator --', operator);
  const { status, output } = await run('bash', ['-euo', 'pipefail', '-c', `exec 2>&1; ${script}`], {
    cwd: join(import.meta.dirname, '../../..'),
    env: {
      ...environment,
      ...variables,
      PATH: [dirname(pythonCommand('ministack')), process.env['PATH']].join(delimiter),
    },
  });
  if (status !== 0) throw new Error(`${script}\n${output}`);
  return output;
};

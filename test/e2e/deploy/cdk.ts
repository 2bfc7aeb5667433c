import { join } from 'node:path';
import type { MiniStack } from './ministack.ts';
import { run } from './processes.ts';

const CDK = join(import.meta.dirname, '../../../node_modules/.bin/cdk');

/**
 * Runs the CDK CLI, and gives what it printed.
 * @param folder where the app is
 * @throws Error with what it printed if it fails
 */
export const cdk = async (
  { environment }: MiniStack,
  folder: string,
  ...words: readonly string[]
): Promise<string> => {
  const { status, output } = await run(CDK, [...words, '--no-notices', '--ci'], {
    env: environment,
    cwd: folder,
  });
  if (status !== 0) throw new Error(`cdk ${words.join(' ')} failed.\n${output}`);
  return output;
};

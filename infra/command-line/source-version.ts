import { execFileSync } from 'node:child_process';
import { attempt } from '../../lib/values/attempt.ts';

/** The version of the code in this checkout, such as `v1.0.0-3-g9ef618fc`; `unknown` where git does not know it. */
export const sourceVersion = (): string => {
  const words = ['describe', '--always', '--dirty', '--tags'];
  const options = { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' } as const;
  return attempt(() => execFileSync('git', words, options).trim()) ?? 'unknown';
};

import { spawnSync } from 'node:child_process';

/** The version of the code in this checkout, such as `v1.0.0-3-g9ef618fc`; `unknown` where git does not know it. */
export const sourceVersion = (): string => {
  const words = ['describe', '--always', '--dirty', '--tags'];
  const { status, stdout } = spawnSync('git', words, {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : 'unknown';
};

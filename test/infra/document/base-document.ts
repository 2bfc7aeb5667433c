import { spawnSync } from 'node:child_process';

/** The committed document. */
export const DOCUMENT = 'infra/openapi/openapi.json';

/** Runs git; undefined where it fails. */
const git = (root: string, ...words: string[]): string | undefined => {
  const { status, stdout } = spawnSync('git', words, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return status === 0 ? stdout.trim() : undefined;
};

/** Where this branch left `origin/main`, or `main`; undefined where there is neither, or no history. */
export const forkPoint = (root: string): string | undefined =>
  ['origin/main', 'main']
    .map((main) => git(root, 'merge-base', 'HEAD', main))
    .find((commit) => commit !== undefined);

/** A file as a commit has it; undefined where it has none. */
export const fileAt = (root: string, commit: string, path: string): string | undefined =>
  git(root, 'show', `${commit}:${path}`);

/**
 * The commit to compare with: where this branch left `origin/main`, or `main`. On main itself it is the commit before.
 * @throws Error where history does not tell
 */
export const defaultBase = (root: string): string => {
  const fork = forkPoint(root);
  const isMain = fork === git(root, 'rev-parse', 'HEAD');
  const base = isMain ? git(root, 'rev-parse', '--verify', 'HEAD~1') : fork;
  if (base === undefined) {
    throw new Error(
      'This clone has no earlier commit of main: name one, or run git fetch --unshallow.',
    );
  }
  return base;
};

/**
 * The document as a commit has it; undefined where it has none.
 * @throws Error where there is no such commit
 */
export const documentAt = (root: string, commit: string): string | undefined => {
  if (git(root, 'rev-parse', '--verify', `${commit}^{commit}`) === undefined) {
    throw new Error(`This clone does not have the commit ${commit}.`);
  }
  return fileAt(root, commit, DOCUMENT);
};

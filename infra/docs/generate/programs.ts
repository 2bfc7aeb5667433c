/** A program that writes files, and takes longer than the rest or needs more than Node. */
interface Program {
  /** What it writes, for people. */
  readonly writes: string;
  /** The words of Node's command line. */
  readonly words: readonly string[];
  /** @default - the project's root */
  readonly cwd?: string;
  /** A file that is there if its tool is installed, and that tool's name for `npm run tools`. */
  readonly needs?: { readonly file: string; readonly tool: string };
}

const JEST = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
];

/** In this order: each may use what those before it wrote. */
export const PROGRAMS: readonly Program[] = [
  {
    writes: 'packages/client/src/openapi.ts',
    words: ['generate-types.js'],
    cwd: 'test/contract',
    needs: { file: 'test/contract/node_modules', tool: 'contract' },
  },
  {
    writes: 'test/invocation/bundle-sizes.json',
    words: ['test/invocation/write-bundle-sizes.ts'],
  },
  {
    writes: 'test/infra/__snapshots__',
    words: [...JEST, '--selectProjects', 'infra', '--testPathPatterns', 'stack.test', '-u'],
  },
];

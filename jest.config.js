import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Jest runs the sources as native ES modules; swc only strips the types. */
const project = (name, extra = {}) => ({
  displayName: name,
  rootDir: import.meta.dirname,
  testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
  extensionsToTreatAsEsm: ['.ts'],
  testEnvironment: 'node',
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'es6' } },
    ],
  },
  ...extra,
});

/** Projects whose tests read the synthesized stacks, or run the bundles of their functions. */
const SYNTHESIZED = { globalSetup: './test/support/synthesize.ts' };

export default {
  globalSetup: './test/support/run-folder.ts',
  testSequencer: './test/support/servers-first.js',
  testTimeout: 60_000,
  // At least 3, as some tests wait for time limits; at most 8, as many start servers.
  maxWorkers: Math.min(Math.max(3, availableParallelism()), 8),
  projects: [
    project('unit'),
    project('infra', SYNTHESIZED),
    project('integration'),
    project('bundles', SYNTHESIZED),
    ...(existsSync('test/contract/node_modules') ? [project('contract')] : []),
    ...(process.env.AWS_ENDPOINT_URL_DYNAMODB ? [project('dynamodb-local')] : []),
    project('local'),
    // They take minutes, and history needs Go: only when they are asked for.
    ...[project('drills'), project('faults', SYNTHESIZED), project('history')].filter(
      ({ displayName }) => process.argv.includes(displayName),
    ),
    ...(process.env.CHROMIUM ? [project('browser')] : []),
    project('e2e', {
      globalSetup: './test/support/start-service.ts',
      globalTeardown: './test/support/teardown.ts',
      setupFilesAfterEnv: ['<rootDir>/test/support/delete-created.ts'],
    }),
  ],
};

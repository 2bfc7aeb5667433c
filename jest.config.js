import { availableParallelism } from 'node:os';

/** Jest runs the sources as native ES modules; swc only strips the types. */
const project = (name, extra = {}, folder = `test/${name}`) => ({
  displayName: name,
  rootDir: import.meta.dirname,
  testMatch: [`<rootDir>/${folder}/*.test.ts`],
  extensionsToTreatAsEsm: ['.ts'],
  testEnvironment: 'node',
  restoreMocks: true,
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript' },
          target: 'es2024',
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
      },
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
  // A worker without open handles may still take longer than jest's 0.5 s to end, where others are busy.
  workerGracefulExitTimeout: 5_000,
  projects: [
    project('unit', {}, 'test/unit/**'),
    project('infra', SYNTHESIZED),
    project(
      'integration',
      {
        globalSetup: './test/integration/start-engine.ts',
        globalTeardown: './test/support/teardown.ts',
      },
      'test/integration/**',
    ),
    project('bundles', SYNTHESIZED),
    project('e2e', {
      globalSetup: './test/e2e/start-service.ts',
      globalTeardown: './test/support/teardown.ts',
      setupFilesAfterEnv: ['<rootDir>/test/e2e/delete-created.ts'],
    }),
    // They take minutes or need more than Node: only when `npm run check` asks for them.
    ...[
      project('drills', SYNTHESIZED, 'test/proofs/drills'),
      project('scale', {}, 'test/proofs/scale'),
      project('faults', SYNTHESIZED, 'test/proofs/faults'),
      project('history', {}, 'test/proofs/history'),
      project('document', {}, 'test/infra/document'),
      project('templates', SYNTHESIZED, 'test/infra/templates'),
      project('browser', {}, 'test/e2e/browser'),
    ].filter(({ displayName }) => process.argv.includes(displayName)),
  ],
};

import config from '../../../jest.config.js';

const [unit] = config.projects;

process.env['MODEL_RUNS'] ??= '50';

/** The tests that run `functions` and `lib` in their own process, on a real engine too. Stryker takes one project, not several. */
export default {
  ...unit,
  displayName: undefined,
  testMatch: [
    '<rootDir>/test/unit/{functions,lib}/**/*.test.ts',
    '<rootDir>/test/integration/!(document-client|operator|*walks).test.ts',
    '<rootDir>/test/proofs/drills/restore.test.ts',
  ],
  testSequencer: '<rootDir>/test/proofs/mutation/quick-first.js',
  testTimeout: config.testTimeout,
};

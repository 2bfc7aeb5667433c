/**
 * The rules that tests in memory hold by themselves. Left out: handlers and contracts, which compose and declare, and code that
 * sends requests to storage. Tests of handlers and tests on a real engine hold these, and each mutant would take seconds.
 */
const RULES = [
  'functions/authorizer/handler.ts',
  'lib/{base62,int64,json}.ts',
  'lib/accounts/{api-key,key,usage-key}.ts',
  'lib/http/{cursor,if-match,request}.ts',
  'lib/idempotency/idempotency-key.ts',
];

export default {
  mutate: RULES,
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  // A mutant's run loads only the tests that import its file.
  jest: { configFile: 'test/mutation/jest.config.js', enableFindRelatedTests: true },
  // Just under the score of 2026-11-22.
  thresholds: { break: 88 },
  coverageAnalysis: 'perTest',
  // A constant of a module is made once, when the module is loaded: each such mutant would run all tests.
  ignoreStatic: true,
  // Stryker would look for a compiler's settings; Node runs the sources as they are.
  tsconfigFile: 'none',
  concurrency: 2,
  // A busy machine must not count as a mutant that was found.
  timeoutMS: 30_000,
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: '.tools/mutation.json' },
  ignorePatterns: ['.local', '.tools', 'cdk.out', 'dist', 'docs', 'test/*/node_modules'],
};

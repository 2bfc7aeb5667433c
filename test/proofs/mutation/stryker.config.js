export default {
  // The settings of the SDK are left out: their tests wait for real time limits.
  mutate: ['functions/**/*.ts', 'lib/**/*.ts', '!lib/storage/document-client.ts'],
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  // A search for the tests that import a file misses the examples, which import handlers by name. quick-first.js does it.
  jest: { configFile: 'test/proofs/mutation/jest.config.js', enableFindRelatedTests: false },
  thresholds: { break: 85 },
  coverageAnalysis: 'perTest',
  // What a module makes once, when it is loaded, such as a contract: each such mutant would run all tests.
  ignoreStatic: true,
  // What has not changed since the last run, whose tests have not either, is not tested again; Ctrl-C keeps what is known.
  incremental: true,
  incrementalFile: '.tools/mutation.json',
  // Stryker would look for a compiler's settings; Node runs the sources as they are.
  tsconfigFile: 'none',
  concurrency: 2,
  // A process holds on to the modules of each of its mutants: 3 GB after 40 of them.
  maxTestRunnerReuse: 20,
  // A busy machine must not count as a mutant that was found.
  timeoutMS: 20_000,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  ignorePatterns: ['.local', '.tools', 'cdk.out', 'dist', '/docs', 'test/*/*/node_modules'],
};

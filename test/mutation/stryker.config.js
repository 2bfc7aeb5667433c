/**
 * What is left out: code that sends requests to storage, which only tests on a real engine reach, and each mutant would need
 * its own engine. And handlers, which only compose: the authorizer is none of these.
 */
const LEFT_OUT = [
  'functions/*-*/handler.ts',
  'functions/*/{find-pets,store}.ts',
  'lib/{counter,dynamodb,owned-item,read-page,storage-errors,stored-item,tables,transaction}.ts',
  'lib/accounts/{*-store,find-key,read-all,record-use}.ts',
  'lib/idempotency/create-once.ts',
  'lib/orders/{close-order,get-order,move-pet,stored-order}.ts',
  'lib/pets/stored-pet.ts',
];

export default {
  mutate: ['functions/**/*.ts', 'lib/**/*.ts', ...LEFT_OUT.map((files) => `!${files}`)],
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: { configFile: 'test/mutation/jest.config.js', enableFindRelatedTests: true },
  coverageAnalysis: 'perTest',
  // A constant of a module is made once, when the module is loaded: each such mutant would run all tests.
  ignoreStatic: true,
  // Stryker would look for a compiler's settings; Node runs the sources as they are.
  tsconfigFile: 'none',
  concurrency: 2,
  // A busy machine must not count as a mutant that was found.
  timeoutMS: 60_000,
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: '.tools/mutation.json' },
  ignorePatterns: ['.local', '.tools', 'cdk.out', 'dist', 'docs', 'test/*/node_modules'],
};

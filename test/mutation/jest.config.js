import config from '../../jest.config.js';

const [unit] = config.projects;

/** The tests of rules, without those of handlers. Stryker takes one project, not several. */
export default {
  ...unit,
  displayName: undefined,
  testMatch: [
    '<rootDir>/test/unit/lib/**/*.test.ts',
    '<rootDir>/test/unit/functions/{authorizer,message,new-pet}.test.ts',
  ],
};

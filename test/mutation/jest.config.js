import config from '../../jest.config.js';

const [unit] = config.projects;

/** The tests in memory. Stryker takes one project, not several. */
export default {
  ...unit,
  displayName: undefined,
  testMatch: ['<rootDir>/test/unit/{functions,lib}/**/*.test.ts'],
};

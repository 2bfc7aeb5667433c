import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/** The names of each file's tests, as the first run without a mutant found them. */
const NAMES = join(tmpdir(), 'test-names.json');

const isSlow = ({ path }) => path.includes('/integration/');

/**
 * A mutant's run ends with the first test that fails. So tests in memory come before those on an engine, and small files
 * before large ones; a file of which no test reaches the mutant is not loaded.
 */
export default class extends Sequencer {
  #pattern;

  constructor(options) {
    super(options);
    this.#pattern = options.globalConfig.testNamePattern;
  }

  sort(tests) {
    const size = new Map(tests.map((test) => [test, statSync(test.path).size]));
    return tests
      .filter(({ path }) => this.#reaches(path))
      .sort((a, b) => isSlow(a) - isSlow(b) || size.get(a) - size.get(b));
  }

  #reaches(path) {
    if (!this.#pattern || !existsSync(NAMES)) return true;
    const pattern = new RegExp(this.#pattern, 'i');
    return (
      JSON.parse(readFileSync(NAMES, 'utf8'))[path]?.some((name) => pattern.test(name)) ?? true
    );
  }

  cacheResults(_tests, { testResults }) {
    if (this.#pattern) return;
    const names = testResults.map((file) => [
      file.testFilePath,
      file.testResults.map(({ fullName }) => fullName),
    ]);
    writeFileSync(NAMES, JSON.stringify(Object.fromEntries(names)));
  }
}

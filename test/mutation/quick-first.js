import { statSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

const isSlow = ({ path }) => path.includes('/integration/');

/** Tests in memory before those on an engine, and small before large: a mutant's run ends with the first that fails. */
export default class extends Sequencer {
  sort(tests) {
    const size = new Map(tests.map((test) => [test, statSync(test.path).size]));
    return tests.toSorted((a, b) => isSlow(a) - isSlow(b) || size.get(a) - size.get(b));
  }
}

import Sequencer from '@jest/test-sequencer';

/**
 * Runs test files that start servers first. They take longest, but are small files, and a fresh
 * clone knows only sizes. If they began last, one of them would run alone at the end.
 */
export default class extends Sequencer {
  sort(tests) {
    const startsServers = ({ path }) => /\/(?:integration\/local|proofs\/drills)\//.test(path);
    const sorted = super.sort(tests);
    return [...sorted.filter(startsServers), ...sorted.filter((test) => !startsServers(test))];
  }
}

import Sequencer from '@jest/test-sequencer';

/**
 * Tests that start their own servers take longest, and their files are not large, which is all that a fresh clone knows
 * of them. Begun last, one of them would run alone at the end, on one core.
 */
export default class extends Sequencer {
  sort(tests) {
    const startsServers = ({ path }) => path.includes('/test/local/');
    const sorted = super.sort(tests);
    return [...sorted.filter(startsServers), ...sorted.filter((test) => !startsServers(test))];
  }
}

import { fileText, ROOT } from '../../support/project.ts';
import { fileAt, forkPoint } from '../document/base-document.ts';
import { dataChanges } from './data-changes.ts';

/**
 * The last part of `npm run generate`: fails on a change of the templates, from where this branch left main, that a stage
 * with data does not take. `npm run generate -- --known` only names it.
 */

const SNAPSHOT = 'test/infra/__snapshots__/stack.test.ts.snap';

const commit = forkPoint(ROOT);
const before = commit && fileAt(ROOT, commit, SNAPSHOT);
if (before) {
  const found = [...dataChanges(before, fileText(SNAPSHOT))];
  for (const line of found) console.error(line);
  const isKnown = process.argv.includes('--known');
  if (found.length > 0 && !isKnown) {
    console.error('If you know and want that: npm run generate -- --known');
    process.exitCode = 1;
  }
}

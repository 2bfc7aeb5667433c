import { fileText, ROOT } from '../../support/project.ts';
import { ownTemporaryFolder } from '../../support/temporary-folder.ts';
import { DOCUMENT, defaultBase, documentAt } from './base-document.ts';
import { compare } from './breaking-changes.ts';

/** Fails on a change of the document that breaks clients and that no new address announces. */

ownTemporaryFolder();

try {
  const commit = process.argv[2] ?? defaultBase(ROOT);
  const base = documentAt(ROOT, commit);
  if (base === undefined) {
    console.log(`Nothing to compare with: ${commit} has no ${DOCUMENT}.`);
  } else {
    const { report, breaks, announced } = compare(base, fileText(DOCUMENT));
    console.log(`Compared with ${commit}:\n${report}`);
    if (breaks && announced)
      console.log('It has a new address, so clients of the old one see no change.');
    if (breaks && !announced) {
      console.error(
        'This breaks clients: keep what they have, deprecate it, and add the new beside it. Instead of a value of an enum: docs/versioning.md.',
      );
      process.exitCode = 1;
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

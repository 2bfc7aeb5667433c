import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { MiniStack } from './ministack.ts';
import { MINISTACK_FOLDER } from './ministack-folder.ts';
import { TEMPORARY } from './run-folder.ts';
import { openShell } from './shell.ts';

/** Prints the mode and the name of each file in the zips of a folder. */
const PRINT_MODES = `import pathlib, sys, zipfile
for path in pathlib.Path(sys.argv[1]).rglob('*.zip'):
    for file in zipfile.ZipFile(path).infolist():
        print(oct(file.external_attr >> 16), file.filename)`;

/** Expects that Lambda can read each file of each zip that the CDK uploaded. */
export const expectReadable = async ({ environment }: MiniStack): Promise<void> => {
  const folder = join(TEMPORARY, 'uploaded');
  const shell = openShell({
    ...environment,
    PYTHON: join(MINISTACK_FOLDER, 'bin/python3'),
    FOLDER: folder,
    PRINT_MODES,
  });
  const printed = await shell.type(`
    BUCKET=$(aws s3api list-buckets --query "Buckets[?contains(Name, '-assets-')].Name" --output text)
    aws s3 sync --quiet "s3://$BUCKET" "$FOLDER"
    "$PYTHON" -c "$PRINT_MODES" "$FOLDER" | sort | uniq -c`);
  shell.end();
  assert.match(printed, /^ *\d+ 0o100644 index\.mjs\n?$/);
};

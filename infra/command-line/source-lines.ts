import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Command } from '@commander-js/extra-typings';
import { operationFolder } from '../stacks/names.ts';

/** A place in a bundle's only file, as it is in a stack. */
const PLACE = /(?:file:\/\/)?[^\s"'()]*\/index\.mjs:(\d+):(\d+)/g;

const program = new Command('npm run -s source-lines --')
  .description('Reads a stack from the logs, and prints it with the lines of the sources.')
  .argument('<function>', 'such as getPet: the part that wrote the line')
  .option('--release <folder>', 'the release’s artifact: what cdk synth wrote', 'cdk.out')
  .parse();
const { release } = program.opts();
const [name] = program.processedArgs;

const file = join(release, 'bundles', `${operationFolder(name)}.map`);
if (!existsSync(file)) {
  program.error(`There is no ${file}: name a function, and the folder of a release by --release.`);
}
const map = new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
// In a line of the logs the stack is part of a JSON text, which may be part of another.
const stack = (await text(process.stdin)).replaceAll(/\\+n/g, '\n');
const sources = stack.replace(PLACE, (place, line, column) => {
  const found = map.findOrigin(Number(line), Number(column));
  return 'fileName' in found
    ? `${found.fileName}:${found.lineNumber}:${found.columnNumber}`
    : place;
});
process.stdout.write(sources);

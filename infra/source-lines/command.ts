import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { createSourceLines } from 'local-aws';
import { operationFolder } from '../stacks/names.ts';

const program = new Command('npm run -s source-lines --')
  .description('Reads a stack from the logs, and prints it with the lines of the sources.')
  .argument('<function>', 'such as getPet: the name in the log group’s name')
  .option('--release <folder>', 'the release’s artifact: what cdk synth wrote', 'cdk.out')
  .allowExcessArguments(false)
  .parse();
const { release } = program.opts<{ release: string }>();
const [name = ''] = program.args;

const map = join(release, 'bundles', `${operationFolder(name)}.map`);
if (!existsSync(map)) {
  program.error(`There is no ${map}: name a function, and the folder of a release by --release.`);
}
// In a line of the logs the stack is part of a JSON text.
const stack = (await text(process.stdin)).replaceAll('\\n', '\n');
process.stdout.write(createSourceLines(map)(stack));

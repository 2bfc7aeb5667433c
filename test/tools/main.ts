import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Argument, program } from 'commander';

const ROOT = join(import.meta.dirname, '../..');

/** What can be installed: for what, what it needs, and the program that does it. */
const TOOLS = {
  'dynamodb-local': {
    what: 'AWS’s DynamoDB Local, for test:dynamodb-local (needs Java 17 to run)',
    words: ['node', 'test/dynamodb-local/install.ts'],
  },
  ministack: {
    what: 'an emulator of AWS, for test:deploy (needs Python 3.11)',
    words: ['node', 'test/deploy/install.ts'],
  },
  contract: {
    what: 'tools for the OpenAPI document, for test:contract and generate (need Go 1.26, Python 3.11)',
    words: ['node', 'test/contract/install.ts'],
  },
  'cfn-lint': {
    what: 'linters of templates and workflows: cfn-lint and zizmor (need Python 3.11)',
    words: ['node', 'test/templates/install.ts'],
  },
  bench: {
    what: 'the peers, for bench',
    words: ['npm', 'ci', '--ignore-scripts', '--prefix', 'tools/bench'],
  },
  'runtime-client': {
    what: 'AWS’s runtime client with its native part, for RUNTIME_CLIENT (needs C++ and CMake)',
    words: ['npm', 'install', '--prefix', '.tools/runtime-client', 'aws-lambda-ric@4.0.2'],
  },
  mutation: {
    what: 'Stryker, for test/mutation/run.ts',
    words: ['npm', 'ci', '--ignore-scripts', '--prefix', 'test/mutation'],
  },
  history: {
    what: 'the checker of histories, for test/history (needs Go 1.26)',
    words: ['node', 'test/history/install.ts'],
  },
  load: { what: 'k6, for load (needs Go 1.26)', words: ['node', 'tools/load/install.ts'] },
} as const;

const [names] = program
  .name('npm run tools --')
  .description('Installs tools that npm ci does not bring. What is there already stays.')
  .addArgument(new Argument('<names...>').choices(Object.keys(TOOLS)))
  .addHelpText(
    'after',
    `\nNames:\n${Object.entries(TOOLS)
      .map(([name, { what }]) => `  ${name.padEnd(16)}${what}`)
      .join('\n')}`,
  )
  .showHelpAfterError()
  .parse().processedArgs;

for (const [name, { words }] of Object.entries(TOOLS)) {
  if (!names.includes(name)) continue;
  const [command, ...rest] = words;
  const { status } = spawnSync(command, rest, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) {
    console.error(`${name} is not installed: see above what is missing.`);
    process.exit(1);
  }
}

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, program } from 'commander';

const ROOT = join(import.meta.dirname, '..');

interface Entry {
  readonly what: string;
  /** Commands that fetch what `npm ci` does not bring, one after the other. What is there already stays. */
  readonly install?: readonly string[];
  /** Files that `install` brings, and `run` needs. */
  readonly needs?: readonly string[];
  /** Commands, one after the other, until one fails. The last takes the arguments. */
  readonly run?: readonly string[];
}

const jest = (...projects: readonly string[]) =>
  `npm run --silent jest -- --selectProjects ${projects.join(' ')}`;

const ENTRIES: Readonly<Record<string, Entry>> = {
  drills: {
    what: 'the local server, operators’ commands and functions, started, killed, frozen, flooded, restored',
    run: [jest('drills')],
  },
  faults: {
    what: 'storage that fails in every way (minutes)',
    run: [jest('faults')],
  },
  history: {
    what: 'what concurrent clients see fits one order of events (needs Go 1.26)',
    install: ['node test/proofs/history/install.ts'],
    run: [jest('history'), 'node test/proofs/history/main.ts --seed 1 --operations 1000'],
  },
  mutants: {
    what: 'a changed line of functions and lib makes a test fail (hours)',
    install: ['npm ci --ignore-scripts --prefix test/proofs/mutation'],
    needs: ['test/proofs/mutation/node_modules'],
    run: ['node test/proofs/mutation/run.ts'],
  },
  examples: {
    what: 'what CONTRIBUTING adds, in a copy of the project, and a filter on a stage with data (needs the tool deploy)',
    run: [
      'node test/proofs/contributing/change-data.ts',
      'node test/proofs/contributing/add-example.ts',
    ],
  },
  document: {
    what: 'the OpenAPI document: lint, breaking changes, conformance, clients in three languages, or `document all` (needs Go 1.26, Python 3.11)',
    install: [
      'echo Fetching linters and generators (100 MB) ...',
      'npm ci --ignore-scripts --prefix test/infra/document',
      'node tools/install.ts oasdiff oapi-codegen openapi-python-client schemathesis',
    ],
    needs: ['test/infra/document/node_modules', '.tools/schemathesis/bin/st'],
    run: [
      'npm run --silent --prefix test/infra/document lint',
      'node test/infra/document/breaking.ts',
      jest('document'),
      'node test/infra/document/conformance.ts',
      'node test/infra/document/clients/main.ts',
    ],
  },
  generators: {
    what: 'what `document all` needs for more languages (and Java 17, Maven, Cargo, Ruby with Typhoeus, PHP with Guzzle, Composer)',
    install: ['node test/infra/document/install-generators.ts'],
  },
  scale: {
    what: 'what each request costs, and what ends first as the load grows, as the engine counts units',
    run: [jest('scale'), 'node test/proofs/scale/main.ts'],
  },
  templates: {
    what: 'the templates of all stacks: their differences, and linters, also on the workflows (needs Go 1.26, Python 3.11)',
    install: ['node tools/install.ts cfn-lint'],
    needs: ['.tools/cfn-lint/bin/zizmor'],
    run: ['node test/infra/templates/lint.ts', jest('templates')],
  },
  runtimes: {
    what: 'the programs of pages on Node 22, Bun and Deno too, and the reference in a browser (needs Chromium)',
    install: ['npm ci --prefix test/e2e/runtimes'],
    needs: ['bun', 'deno', 'node'].map((name) => `test/e2e/runtimes/node_modules/.bin/${name}`),
    run: [`${jest('e2e')} --testPathPatterns e2e/pages`, jest('browser')],
  },
  deploy: {
    what: 'emulators of AWS: storage on DynamoDB Local, both stages used, verified, changed, removed (needs Java 17, Python 3.11, and the tool dynamodb-local)',
    install: ['node tools/install.ts ministack'],
    needs: ['.tools/ministack/bin/ministack'],
    run: [
      `node test/proofs/dynamodb-local/run.ts ${jest('integration')} --testPathIgnorePatterns integration/local`,
      'node test/e2e/deploy/run.ts',
    ],
  },
  'dynamodb-local': {
    what: 'AWS’s DynamoDB Local, also for histories (needs Java 17)',
    install: ['node test/proofs/dynamodb-local/install.ts'],
  },
  bench: {
    what: 'the peers that npm run bench compares with',
    install: ['npm ci --ignore-scripts --prefix tools/bench'],
  },
  'runtime-client': {
    what: 'AWS’s runtime client with its native part, for RUNTIME_CLIENT (needs C++ and CMake)',
    install: ['npm install --prefix .tools/runtime-client aws-lambda-ric@4.0.2'],
  },
  load: { what: 'k6, for npm run load (needs Go 1.26)', install: ['node tools/install.ts k6'] },
};

/** The names of the checks, and of what can be installed. */
const names = (kind: 'run' | 'install'): string[] =>
  Object.keys(ENTRIES).filter((name) => ENTRIES[name]?.[kind] !== undefined);

const listed = (kind: 'run' | 'install') =>
  `\nNames:\n${names(kind)
    .map((name) => `  ${name.padEnd(16)}${ENTRIES[name]?.what}`)
    .join('\n')}`;

/** Runs a command of the table. @returns whether it ended well. */
const succeeds = (command: string, rest: readonly string[] = []): boolean => {
  const [name = '', ...words] = command.split(' ');
  return spawnSync(name, [...words, ...rest], { cwd: ROOT, stdio: 'inherit' }).status === 0;
};

program.name('npm run').enablePositionalOptions();
program
  .command('check')
  .showHelpAfterError()
  .usage('-- NAME [arguments of the check]')
  .description('Runs a check that npm test leaves out.')
  .addArgument(new Argument('<name>').choices(names('run')))
  .argument('[arguments...]')
  .allowUnknownOption()
  .helpOption('--help', 'shows this')
  .passThroughOptions()
  .addHelpText('after', listed('run'))
  .action((name: string, rest: readonly string[]) => {
    const { run: commands = [], needs = [] } = ENTRIES[name] ?? {};
    const missing = needs.find((path) => !existsSync(join(ROOT, path)));
    if (missing !== undefined) {
      console.error(`${missing} is missing: run npm run tools -- ${name} once.`);
      process.exit(1);
    }
    const well = commands.every((command) =>
      succeeds(command, command === commands.at(-1) ? rest : []),
    );
    if (!well) process.exitCode = 1;
  });
program
  .command('tools')
  .showHelpAfterError()
  .usage('-- NAME...')
  .description('Installs what checks need besides npm ci. What is there already stays.')
  .addArgument(new Argument('<names...>').choices(names('install')))
  .addHelpText('after', listed('install'))
  .action((chosen: readonly string[]) => {
    for (const name of chosen) {
      if (ENTRIES[name]?.install?.every((command) => succeeds(command))) continue;
      console.error(`${name} is not installed: see above what is missing.`);
      process.exit(1);
    }
  });
await program.parseAsync();

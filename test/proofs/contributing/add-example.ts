import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADDRESSES, type Addresses, type ApiAddress } from '../../../infra/stacks/addresses.ts';
import { ROOT } from '../../support/project.ts';
import {
  COPY,
  changes,
  commit,
  copyProject,
  difference,
  fail,
  patchesOf,
  run,
  say,
  takeBack,
} from './project-copy.ts';

/**
 * A program: changes every address in a copy of the project, and has a profile of AWS, as who deploys it does. Then it adds the
 * operations of `docs/examples`, as CONTRIBUTING says. It fails unless everything is green with them, and as it was without them.
 */

const FILE = 'infra/stacks/addresses.ts';
const DECLARATION = 'export const ADDRESSES: Addresses = ';
const hasTools = existsSync(join(ROOT, 'test/infra/document/node_modules'));

/** A certificate of ACM, as a stage has it that serves an API at its own host. */
const certificateArn = 'arn:aws:acm:ap-southeast-2:123456789012:certificate/0a1b';

/** As somebody may write it: with a capital, and of a domain that ends like a folder. */
const otherHost = <Address extends string>(address: Address): Address =>
  address.replace(
    /(?<=:\/\/)[^/]+/,
    (host) => `${host.replaceAll('.', '-')}.Shelter.test`,
  ) as Address;

const otherApi = ({ url }: ApiAddress): ApiAddress => ({ url: otherHost(url), certificateArn });

const otherStage = ({ apis }: Addresses['stages']['staging']) => ({
  apis: { pets: otherApi(apis.pets), quickstart: otherApi(apis.quickstart) },
  alarmEmail: 'other-alarms@shelter.test',
});

/** Addresses of which none is one of the project's own, with all that may be left out. */
const otherAddresses = ({ stages, ...own }: Addresses): Addresses => ({
  documentation: otherHost(own.documentation),
  runbook: otherHost(own.runbook.replace(/[^/]*$/, 'runbook.html')),
  contact: { name: `Other ${own.contact.name}`, email: 'other-api@shelter.test' },
  budget: { dollarsAMonth: own.budget.dollarsAMonth + 1, email: 'other-billing@shelter.test' },
  stages: { production: otherStage(stages.production), staging: otherStage(stages.staging) },
});

/** Adds an example as CONTRIBUTING says. @returns the files that a person changed */
const add = (name: string): readonly string[] => {
  const before = new Set(changes());
  const steps = patchesOf(name);
  if (steps.length === 1) {
    run('cp', '-r', `docs/examples/${name}`, 'functions');
    run('git', 'apply', `functions/${name}/edits.patch`);
    run('rm', `functions/${name}/edits.patch`);
  } else for (const patch of steps) run('git', 'apply', patch);
  return changes()
    .filter((line) => !before.has(line))
    .map((line) => line.slice(3));
};

process.env['AWS_PROFILE'] = 'shelter';

copyProject();
say('The project is copied');

const [before = ''] = readFileSync(join(COPY, FILE), 'utf8').split(DECLARATION, 1);
const other = JSON.stringify(otherAddresses(ADDRESSES), null, 2);
writeFileSync(join(COPY, FILE), `${before}${DECLARATION}${other};\n`);
run('npm', 'run', 'generate');
say(`Other addresses change:\n  ${changes().join('\n  ')}`);
run('npx', 'biome', 'check', '--write', FILE);
commit('Addresses');

const edited = new Set(readdirSync(join(ROOT, 'docs/examples')).flatMap(add));
say(`Edited by hand:\n  ${changes().join('\n  ')}`);

run('npm', 'run', 'generate');
const generated = changes().filter((line) => !edited.has(line.slice(3)));
say(`Written by npm run generate:\n  ${generated.join('\n  ')}`);
run('npm', 'run', 'test');
if (hasTools) run('npm', 'run', 'check', '--', 'document');
else say('check -- document is left out: npm run tools -- document brings what it needs');

takeBack(edited);
run('npm', 'run', 'generate');
if (changes().length > 0)
  fail(`Taken away again, they leave\n${difference()}${changes().join('\n')}`);
say('Taken away again, they leave no difference');

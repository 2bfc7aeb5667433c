import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Stack } from 'aws-cdk-lib';
import { slug } from 'github-slugger';
import { getPet } from '../../functions/get-pet/contract.ts';
import { listPets } from '../../functions/list-pets/contract.ts';
import { ADDRESSES, type Addresses, type StageAddresses } from '../../infra/stacks/addresses.ts';
import { bundle } from '../../infra/stacks/bundle/bundle.ts';
import { readContextOptions } from '../../infra/stacks/context-options.ts';
import { exampleAddresses } from '../../infra/stacks/example-addresses.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { annotateRemovals } from '../../infra/stacks/sunset-check.ts';
import { readAssembly, readTemplate } from '../support/assembly.ts';
import { fileText } from '../support/project.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/* The options, warnings and bundles of synthesis. */

test('context options say how to release, and which operations to keep, and nothing by default', () => {
  const options = { release: 'all-at-once', streams: 'off', sdk: 'whole' };
  const read = readContextOptions({ ...options, keepPastRemoval: 'getPet' });
  expect(read).toEqual({ ...options, keepPastRemoval: ['getPet'] });
  expect(readContextOptions({})).toEqual({ keepPastRemoval: [] });
});

test.each([
  { release: 'sometimes' },
  { release: true },
  { sdk: 'lean' },
  { streams: 'on' },
  { keepPastRemoval: 'getPets' },
  { keepPastRemoval: 'createPet' }, // not deprecated, so a mistake
  { keepPastRemoval: 'getPet, listPets' },
])('the context options %p are refused', (context) => {
  expect(() => readContextOptions(context)).toThrow('Invalid');
});

type Shared = Omit<Addresses, 'stages'>;

const OWN: Shared = {
  documentation: 'https://docs.shelter.org/example/',
  runbook: 'https://github.com/shelter/example-store/blob/main/RUNBOOK.md',
  contact: { name: 'Example', email: 'example@shelter.org' },
  budget: { dollarsAMonth: 1, email: 'money@shelter.org' },
};
const OWN_STAGE: StageAddresses = {
  apis: {
    pets: { url: 'https://api.shelter.org/v1' },
    quickstart: { url: 'https://abc.execute-api.eu-west-1.amazonaws.com/v1' },
  },
  alarmEmail: 'alarms@shelter.org',
};

test.each<[names: readonly string[], shared: Partial<Shared>, StageAddresses]>([
  [[], {}, OWN_STAGE],
  [['documentation'], { documentation: 'https://example.com/docs/' }, OWN_STAGE],
  [['runbook'], { runbook: 'https://docs.example.org' }, OWN_STAGE],
  [['contact.email'], { contact: { name: '', email: 'a@petstore.example' } }, OWN_STAGE],
  [['budget.email'], { budget: { dollarsAMonth: 1, email: 'a@petstore.example' } }, OWN_STAGE],
  [['alarmEmail'], {}, { apis: OWN_STAGE.apis }],
  [['alarmEmail'], {}, { ...OWN_STAGE, alarmEmail: 'a@mail.petstore.example' }],
  [
    ['apis.pets.url'],
    {},
    { ...OWN_STAGE, apis: { ...OWN_STAGE.apis, pets: { url: 'https://api.petstore.example/v1' } } },
  ],
])(
  'the addresses %p are named where they are examples, or missing, and no others',
  (names, shared, stage) => {
    expect(exampleAddresses(stage, { ...OWN, ...shared })).toEqual(names);
  },
);

test.each(Object.values(STAGES))('synthesis names such addresses of $stackName', (config) => {
  const names = exampleAddresses(config);
  const metadata: Readonly<Record<string, readonly { type: string; data: unknown }[]>> =
    readAssembly(`${config.stackName}.metadata.json`);
  const warnings = Object.values(metadata)
    .flat()
    .filter(({ type, data }) => type === 'aws:cdk:warning' && /examples/.test(String(data)));
  const warned = `examples, or missing: ${names.join(', ')}. Put your`;
  expect(warnings.map(({ data }) => data)).toEqual(
    names.length === 0 ? [] : [expect.stringContaining(warned)],
  );
});

// `changed-stacks.test.ts` holds what it says of that.
test.each<[now: string, kept: string, levels: readonly string[]]>([
  ['2026-11-20', 'nothing', []],
  ['2030-09-05T23:59:59Z', 'nothing', []],
  ['2030-09-06', 'nothing', ['warning']],
  ['2030-12-04T23:59:59Z', 'nothing', ['warning']],
  ['2030-12-05', 'nothing', ['error']],
  ['2031-01-01', 'getPet', ['warning']],
  ['2031-01-01', 'listPets', ['error']],
])('getPet, whose end is on 2030-12-05, is on %s, where %s is kept: %s', (now, kept, levels) => {
  const stack = new Stack();
  annotateRemovals(stack, [getPet, listPets], new Date(now), [kept]);
  const said = stack.node.metadata.filter(({ type }) => /:(warning|error)$/.test(type));
  expect(said.map(({ type }) => type.replace('aws:cdk:', ''))).toEqual(levels);
});

test('the Link of a deprecated operation leads to its section of docs/deprecations.md', () => {
  const page = fileText('docs/deprecations.md');
  const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => slug(heading));
  const template = JSON.stringify(readTemplate(STAGES.production.stackName));
  const links = [...template.matchAll(/"DEPRECATION_PAGE":"([^"]*)"/g)].map(([, link]) => link);
  const { documentation } = ADDRESSES;
  expect(links).toEqual(headings.map((id) => new URL(`deprecations.md#${id}`, documentation).href));
  expect(links.length).toBeGreaterThan(0);
});

test('a bundle is one file that everyone may read, and holds nothing that an earlier build left', async () => {
  const path = temporaryFolder();
  const folder = join(path, 'get-pet');
  mkdirSync(folder);
  writeFileSync(join(folder, 'old.mjs'), '');
  const umask = process.umask(0o077);
  await bundle(new Map([['get-pet', 'functions/get-pet/handler.ts']]), path);
  process.umask(umask);
  expect(readdirSync(folder)).toEqual(['index.mjs']);
  expect(statSync(join(folder, 'index.mjs')).mode & 0o777).toBe(0o644);
});

import { expect, test } from '@jest/globals';
import type { Addresses, StageAddresses } from '../../infra/stacks/addresses.ts';
import { exampleAddresses } from '../../infra/stacks/example-addresses.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { readAssembly } from '../support/assembly.ts';

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
  [['runbook'], { runbook: 'https://docs.petstore.example' }, OWN_STAGE],
  [['contact.email'], { contact: { name: '', email: 'a@petstore.example' } }, OWN_STAGE],
  [['budget.email'], { budget: { dollarsAMonth: 1, email: 'a@petstore.example' } }, OWN_STAGE],
  [['alarmEmail'], {}, { apis: OWN_STAGE.apis }],
  [['alarmEmail'], {}, { ...OWN_STAGE, alarmEmail: 'a@mail.petstore.example' }],
  [
    ['apis.pets.url'],
    {},
    { ...OWN_STAGE, apis: { ...OWN_STAGE.apis, pets: { url: 'https://api.petstore.example/v1' } } },
  ],
])('%p are named where they are examples, or missing, and nothing else', (names, shared, stage) => {
  expect(exampleAddresses(stage, { ...OWN, ...shared })).toEqual(names);
});

test.each(Object.values(STAGES))('synthesis names them for $stackName', (config) => {
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

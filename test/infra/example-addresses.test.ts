import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import * as z from 'zod';
import type { Addresses, StageAddresses } from '../../infra/stacks/addresses.ts';
import { exampleAddresses } from '../../infra/stacks/example-addresses.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { assemblyDirectory } from '../support/assembly.ts';

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

test('finds no example among addresses of one’s own', () => {
  expect(exampleAddresses(OWN_STAGE, OWN)).toEqual([]);
});

test.each<[Shared, StageAddresses, string]>([
  [{ ...OWN, documentation: 'https://example.com/docs/' }, OWN_STAGE, 'documentation'],
  [{ ...OWN, runbook: 'https://docs.petstore.example' }, OWN_STAGE, 'runbook'],
  [{ ...OWN, contact: { name: '', email: 'a@petstore.example' } }, OWN_STAGE, 'contact.email'],
  [
    { ...OWN, budget: { dollarsAMonth: 1, email: 'a@petstore.example' } },
    OWN_STAGE,
    'budget.email',
  ],
  [OWN, { apis: OWN_STAGE.apis }, 'alarmEmail'],
  [OWN, { ...OWN_STAGE, alarmEmail: 'a@mail.petstore.example' }, 'alarmEmail'],
  [
    OWN,
    { ...OWN_STAGE, apis: { ...OWN_STAGE.apis, pets: { url: 'https://api.petstore.example/v1' } } },
    'apis.pets.url',
  ],
])('names the one that is an example, or is missing', (shared, stage, name) => {
  expect(exampleAddresses(stage, shared)).toEqual([name]);
});

test.each(Object.values(STAGES))('synthesis names them for $stackName', (config) => {
  const names = exampleAddresses(config);
  const warnings = readWarnings(config.stackName).filter((text) => text.includes('examples'));
  expect(warnings).toEqual(
    names.length === 0
      ? []
      : [expect.stringContaining(`examples, or missing: ${names.join(', ')}. Put your`)],
  );
});

/** The warnings that the CDK's command line prints for a stack. */
const readWarnings = (stackName: string): string[] => {
  const text = readFileSync(join(assemblyDirectory(), `${stackName}.metadata.json`), 'utf8');
  return Object.values(z.record(z.string(), z.array(entry)).parse(JSON.parse(text)))
    .flat()
    .filter(({ type }) => type === 'aws:cdk:warning')
    .map(({ data }) => String(data));
};

const entry = z.object({ type: z.string(), data: z.unknown() });

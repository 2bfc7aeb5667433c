import { afterEach, expect, test } from '@jest/globals';
import { loadConfig } from '../../../../../infra/stacks/bundle/replacements/config.ts';

const lookUp = (otherwise: string | (() => Promise<string>)) =>
  loadConfig({
    environmentVariableSelector: (env) => env['PET_STORE_SETTING'],
    configFileSelector: () => 'from a file',
    default: otherwise,
  })();

afterEach(() => {
  delete process.env['PET_STORE_SETTING'];
});

test('a setting is what the environment says', async () => {
  process.env['PET_STORE_SETTING'] = 'from the environment';
  expect(await lookUp('default')).toBe('from the environment');
});

test('a setting that the environment does not have is its default, and comes from no file', async () => {
  expect(await lookUp('default')).toBe('default');
  expect(await lookUp(async () => 'computed')).toBe('computed');
});

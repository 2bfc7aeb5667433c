import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { STAGES } from '../../infra/stacks/stages.ts';

describe('the guides tell what an account may send', () => {
  const read = (path: string) =>
    readFileSync(join(import.meta.dirname, '../..', path), 'utf8').replace(/\s+/g, ' ');
  const staging = STAGES.staging.throttle;
  const production = STAGES.production.throttle;

  test('clients', () => {
    expect(read('docs/api.md')).toContain(
      `${production.account.rate} requests a second and ${production.account.burst} at once in production, ${staging.account.rate} a second and ${staging.account.burst} at once in staging`,
    );
  });

  test('operators, with what is taken from all', () => {
    const readme = read('README.md');
    const ofAll = ({ all, writes }: typeof staging) =>
      `${all.rate} a second, writes ${writes.rate}`;
    const each = ({ account }: typeof staging) =>
      `${account.rate} a second, ${account.burst} at once`;
    expect(readme).toContain(
      `| Requests, each method | ${ofAll(staging)} | ${ofAll(production)} |`,
    );
    expect(readme).toContain(`| Requests, each account | ${each(staging)} | ${each(production)} |`);
  });
});

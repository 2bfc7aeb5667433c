import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      inBundle: z.boolean().optional(),
      link: z.boolean().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

describe.each([
  'package-lock.json',
  'tools/bench/package-lock.json',
  'test/e2e/runtimes/package-lock.json',
  'test/infra/document/package-lock.json',
  'test/proofs/mutation/package-lock.json',
])('%s', (path) => {
  const all = lockfile.parse(
    JSON.parse(readFileSync(join(import.meta.dirname, '../..', path), 'utf8')),
  ).packages;
  /** All but our own workspaces, and the links to them. */
  const packages = Object.fromEntries(
    Object.entries(all).filter(([key, { link }]) => !link && !key.startsWith('packages/')),
  );

  test('holds every optional package of every platform, or npm ci refuses it', () => {
    const held = new Set(Object.keys(packages).map((key) => key.split('node_modules/').at(-1)));
    const optional = Object.values(all).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    );
    expect(optional.filter((name) => !held.has(name))).toEqual([]);
  });

  test('holds every package’s hash, but for an engine that the registry had for Linux on x64 only', () => {
    const without = Object.entries(packages)
      .filter(([key, { integrity, inBundle }]) => key !== '' && !integrity && !inBundle)
      .map(([key]) => key);
    const others = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'win32-x64'];
    expect(without).toEqual(
      path === 'package-lock.json' ? others.map((name) => `node_modules/@dynoxide/${name}`) : [],
    );
  });

  test('names no registry, so that anyone’s will do', () => {
    expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  });
});

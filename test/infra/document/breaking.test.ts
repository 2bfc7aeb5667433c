import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { fileText } from '../../support/project.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { DOCUMENT, defaultBase, documentAt } from './base-document.ts';
import { compare } from './breaking-changes.ts';

const committed = fileText(DOCUMENT);

// biome-ignore lint/suspicious/noExplicitAny: the tests change the document at will
type Document = any;

type Change = (document: Document) => unknown;

const changed = (change: Change, from = committed): string => {
  const document = JSON.parse(from);
  change(document);
  return JSON.stringify(document);
};
const setSunset =
  (date: string) =>
  ({ paths }: Document) => {
    paths['/pets/{petId}'].get['x-sunset'] = date;
  };
const soon = new Date(Date.now() + 360 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
const removeGetPet: Change = ({ paths }) => delete paths['/pets/{petId}'];
const removeMessages: Change = ({ paths }) => delete paths['/messages'];
const setStability =
  (stability: string) =>
  ({ paths }: Document) => {
    paths['/messages'].post['x-stability'] = stability;
  };
const shorten =
  (name: string) =>
  ({ paths }: Document) => {
    paths['/pets'].get.parameters.find((each: Document) => each.name === name).schema.maxLength = 7;
  };

/** One of each kind that this project tells oasdiff of: it knows what else breaks clients. */
const BREAKING: Readonly<Record<string, Change>> = {
  'getPet gone before its sunset date': removeGetPet,
  'a sunset date that comes nearer than a year': setSunset(soon),
  'an operation that is deprecated without a sunset date': ({ paths }) => {
    paths['/pets'].get.deprecated = true;
  },
  'an operation that is stable no more': setStability('beta'),
  'a stable operation that is gone': removeMessages,
  'a status filter that is gone': ({ paths }) => paths['/pets'].get.parameters.splice(1, 1),
  'another form of a stable parameter': shorten('cursor'),
  'an answer with one status of pets more': ({ components: { schemas } }) =>
    schemas.PetStatus.enum.push('lost'),
};

const KEEPING: Readonly<Record<string, Change>> = {
  nothing: () => undefined,
  'one error code more': ({ components: { schemas } }) =>
    schemas.Error.properties.code['x-extensible-enum'].push('pet_lost'),
  'another form of a beta parameter of a stable operation': shorten('ids'),
};

test.each(Object.entries(BREAKING))('breaks clients: %s', (_what, change) => {
  const { report, ...result } = compare(committed, changed(change));
  expect(result).toEqual({ breaks: true, announced: false });
  expect(report).not.toContain('x-extensible-enum');
});

test.each(Object.entries(KEEPING))('does not break clients: %s', (_what, change) => {
  expect(compare(committed, changed(change))).toMatchObject({ breaks: false });
});

test.each([
  ['the end of getPet after its sunset date', setSunset('2026-11-20'), removeGetPet],
  ['the end of a beta operation', setStability('beta'), removeMessages],
  ['the end of an experimental operation', setStability('experimental'), removeMessages],
])('does not break clients: %s', (_what, before, change) => {
  const base = changed(before);
  expect(compare(base, changed(change, base))).toMatchObject({ breaks: false });
});

test.each([
  ['2.0.0', 'v2', true],
  ['2.0.0', 'v1', false],
  ['1.1.0', 'v1', false],
])('version %s at /%s announces what breaks: %s', (version, path, announced) => {
  const revision = changed((document) => {
    removeGetPet(document);
    document.info.version = version;
    for (const server of document.servers) server.url = server.url.replace(/v1$/, path);
  });
  expect(compare(committed, revision)).toMatchObject({ breaks: true, announced });
});

test('what is not a document is an error, not a comparison without findings', () => {
  expect(() => compare(committed, '{"info":{"version":"1.0.0"},"paths":7}')).toThrow('oasdiff');
});

test('compares main with the commit before, a branch with where it left main', () => {
  const root = temporaryFolder();
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.example', ...words], {
      cwd: root,
      encoding: 'utf8',
    }).trim();
  const commit = (text: string) => {
    writeFileSync(join(root, DOCUMENT), text);
    git('add', '.');
    git('commit', '--quiet', '--message', text);
    return git('rev-parse', 'HEAD');
  };
  mkdirSync(join(root, 'infra/openapi'), { recursive: true });
  git('init', '--quiet', '--initial-branch', 'main');
  expect(() => defaultBase(root)).toThrow('no earlier commit of main');
  const [first, second] = [commit('first'), commit('second')];
  expect(defaultBase(root)).toBe(first);
  git('checkout', '--quiet', '-b', 'branch');
  commit('third');
  expect(defaultBase(root)).toBe(second);
  expect(documentAt(root, second)).toBe('second');
  expect(() => documentAt(root, 'nowhere')).toThrow('This clone does not have the commit nowhere.');
});

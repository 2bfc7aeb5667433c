import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { DOCUMENT, defaultBase, documentAt } from './base-document.ts';
import { compare } from './breaking-changes.ts';

const committed = readFileSync(join(import.meta.dirname, '../../..', DOCUMENT), 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: the tests change the document at will
type Document = any;

const changed = (change: (document: Document) => void, from = committed): string => {
  const document = JSON.parse(from);
  change(document);
  return JSON.stringify(document);
};

const removeGetPet = ({ paths }: Document) => {
  delete paths['/pets/{petId}'];
};

describe('breaks clients:', () => {
  test.each<[string, (document: Document) => void]>([
    [
      'an answer without a member that it had',
      ({ components: { schemas } }) => {
        schemas.Pet.required = ['id', 'name', 'status'];
        delete schemas.Pet.properties.categoryId;
      },
    ],
    [
      'an Error without its message',
      ({ components: { schemas } }) => {
        schemas.Error.required = ['code', 'status'];
        delete schemas.Error.properties.message;
      },
    ],
    ['getPet gone before its sunset date', removeGetPet],
    [
      'a sunset date that comes nearer than a year',
      ({ paths }) => {
        const soon = new Date(Date.now() + 360 * 24 * 60 * 60 * 1000);
        paths['/pets/{petId}'].get['x-sunset'] = soon.toISOString().slice(0, 10);
      },
    ],
    [
      'an operation that is deprecated without a sunset date',
      ({ paths }) => {
        paths['/pets'].get.deprecated = true;
      },
    ],
    [
      'a body that needs one member more',
      ({ components: { schemas } }) => {
        schemas.PetInput.properties.age = { type: 'integer' };
        schemas.PetInput.required.push('age');
      },
    ],
    [
      'an operation that is stable no more',
      ({ paths }) => {
        paths['/pets'].get['x-stability'] = 'beta';
      },
    ],
    [
      'a name that has another pattern',
      ({ components: { schemas } }) => {
        schemas.PetInput.properties.name.pattern = '\\w';
      },
    ],
    [
      'an int64 with a narrower bound',
      ({ components: { schemas } }) => {
        schemas.PetInput.properties.categoryId.minimum = 0;
      },
    ],
    ['a status filter that is gone', ({ paths }) => paths['/pets'].get.parameters.splice(1, 1)],
    [
      'a limit that takes less',
      ({ paths }) => {
        paths['/pets'].get.parameters[0].schema.maximum = 50;
      },
    ],
    [
      'an answer with one status of pets more',
      ({ components: { schemas } }) => schemas.PetStatus.enum.push('lost'),
    ],
  ])('%s', (_what, change) => {
    expect(compare(committed, changed(change))).toMatchObject({ breaks: true, announced: false });
  });
});

describe('does not break clients:', () => {
  test.each<[string, (document: Document) => void]>([
    ['nothing', () => undefined],
    [
      'one optional parameter more',
      ({ paths }) =>
        paths['/pets'].get.parameters.push({ name: 'q', in: 'query', schema: { type: 'string' } }),
    ],
    [
      'one member more in answers',
      ({ components: { schemas } }) => {
        schemas.Pet.properties.age = { type: 'integer' };
      },
    ],
    [
      'one error code more',
      ({ components, paths }) => {
        components.schemas.Error.properties.code['x-extensible-enum'].push('pet_lost');
        paths['/pets'].post.responses['400']['x-error-codes'].push('pet_lost');
      },
    ],
    [
      'one operation more',
      ({ paths }) => {
        paths['/cats'] = { get: { ...paths['/pets'].get, operationId: 'listCats' } };
      },
    ],
  ])('%s', (_what, change) => {
    expect(compare(committed, changed(change))).toMatchObject({ breaks: false });
  });

  test('another form of a beta parameter of a stable operation, but not of one that is stable', () => {
    const shorten = (wanted: string) =>
      changed(({ paths }) => {
        const { parameters } = paths['/pets'].get;
        const found = parameters.find((each: Document) => each.name === wanted);
        found.schema.maxLength = 7;
      });
    expect(compare(committed, shorten('ids'))).toMatchObject({ breaks: false });
    expect(compare(committed, shorten('cursor'))).toMatchObject({ breaks: true });
  });

  test('a schema of another name, and the forms of 2026-11-25 in place of older ones', () => {
    const older = changed((document) => {
      const { post } = document.paths['/webhooks'];
      document.webhooks = { events: post.callbacks.events['{$request.body#/url}'] };
      delete post.callbacks;
      document.components.schemas.PetInput.properties.categoryId.maximum = 2 ** 63;
    }).replaceAll('PetInput', 'NewPet');
    expect(compare(older, committed)).toMatchObject({ breaks: false });
  });

  test('getPet gone after its sunset date', () => {
    const past = changed(({ paths }) => {
      paths['/pets/{petId}'].get['x-sunset'] = '2026-11-20';
    });
    expect(compare(past, changed(removeGetPet))).toMatchObject({ breaks: false });
  });

  test.each(['beta', 'experimental'])('what changes in an operation that is %s', (stability) => {
    const unstable = changed(({ paths }) => {
      paths['/messages'].post['x-stability'] = stability;
    });
    const gone = changed(({ paths }) => {
      delete paths['/messages'];
    });
    expect(compare(unstable, gone)).toMatchObject({ breaks: false });
    expect(compare(committed, gone)).toMatchObject({ breaks: true });
  });
});

test('a new major version announces what breaks, a minor one does not', () => {
  const versioned = (version: string) =>
    changed((document) => {
      removeGetPet(document);
      document.info.version = version;
    });
  expect(compare(committed, versioned('2.0.0'))).toMatchObject({ breaks: true, announced: true });
  expect(compare(committed, versioned('1.1.0'))).toMatchObject({ breaks: true, announced: false });
});

test('what is not a document is an error, not a comparison without findings', () => {
  expect(() => compare(committed, '{"info":{"version":"1.0.0"},"paths":7}')).toThrow('oasdiff');
});

describe('compares', () => {
  const root = mkdtempSync(join(tmpdir(), 'pet-store-history-'));
  afterAll(() => rmSync(root, { recursive: true }));
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.example', ...words], {
      cwd: root,
      encoding: 'utf8',
    }).trim();
  const commit = (file: string, text: string) => {
    mkdirSync(join(root, 'infra/docs/openapi'), { recursive: true });
    writeFileSync(join(root, file), text);
    git('add', '.');
    git('commit', '--quiet', '--message', text);
    return git('rev-parse', 'HEAD');
  };

  test('main with the commit before the last change, a branch with where it left main', () => {
    git('init', '--quiet', '--initial-branch', 'main');
    const empty = commit('README.md', 'nothing');
    expect(defaultBase(root)).toBeUndefined();
    expect(documentAt(root, empty)).toBeUndefined();
    const first = commit(DOCUMENT, 'first');
    expect(defaultBase(root)).toBeUndefined();
    const second = commit(DOCUMENT, 'second');
    const last = commit('README.md', 'more');
    expect(defaultBase(root)).toBe(first);
    expect(documentAt(root, first)).toBe('first');
    writeFileSync(join(root, DOCUMENT), 'third');
    expect(defaultBase(root)).toBe(last);
    git('checkout', '--quiet', '-b', 'branch', second);
    commit('LICENSE', 'of the branch');
    expect(defaultBase(root)).toBe(second);
    expect(() => documentAt(root, 'nowhere')).toThrow('There is no commit nowhere here.');
  });
});

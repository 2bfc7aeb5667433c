import { describe, expect, test } from '@jest/globals';
import { operations } from '../../../../functions/operations.ts';
import { browserDocument } from '../../../../infra/local/gateway/reference-documents.ts';
import { openApiDocument, SERVERS } from '../../../../infra/openapi/document/document.ts';
import { STAGE_NAME } from '../../../../infra/stacks/names.ts';
import { ERRORS } from '../../../../lib/errors/errors.ts';
import type { Contract } from '../../../../lib/http/contract.ts';
import { writeJson } from '../../../../lib/values/json.ts';
import { fileText } from '../../../support/project.ts';

const committed = fileText('infra/openapi/openapi.json');

const document = JSON.parse(committed);

test('the reference keeps an int64 of an example to the last digit', () => {
  const { paths } = JSON.parse(writeJson(browserDocument(openApiDocument(operations, SERVERS))));
  const { examples } = paths['/pets/{petId}'].get.responses['200'].content['application/json'];
  expect(examples.pet.value).toContain('"categoryId": 9007199254740993');
});

/** All objects of the document, each with its path. */
const objectsIn = (value: unknown, path = ''): [path: string, found: Found][] =>
  value === null || typeof value !== 'object'
    ? []
    : [
        [path, value as Found],
        ...Object.entries(value).flatMap(([name, member]) => objectsIn(member, `${path}/${name}`)),
      ];

type Found = Readonly<Record<string, unknown>>;

const all = objectsIn(document);

/** Escapes of an expression that mean the same without their backslash (ECMA-262, with the flag u). */
const needlessEscapes = (pattern: string): readonly string[] =>
  [...pattern.matchAll(/\[(?:\\.|[^\\\]])*\]|\\./g)].flatMap(([part]) =>
    part.startsWith('[')
      ? [...part.matchAll(/\\[^dDsSwWfnrtvxu\\\]^-]/g)].map(([each]) => each)
      : [part].filter((each) => !/^\\[dDsSwWbBfnrtvxu^$\\.*+?()[\]{}|]$/.test(each)),
  );

describe('the committed document', () => {
  test('has a longest length of each text, and says which texts it may be, unless any', () => {
    const open = all.filter(
      ([, { type, enum: values, const: value, maxLength, pattern, format }]) =>
        [type].flat().includes('string') &&
        values === undefined &&
        value === undefined &&
        (maxLength === undefined || (pattern ?? format) === undefined),
    );
    expect(open.map(([path]) => path)).toEqual([
      '/components/schemas/Message/properties/message',
      '/components/schemas/MessageInput/properties/message',
    ]);
  });

  test('has no escape that its dialect does not need: generators make code of them', () => {
    const patterns = all.flatMap(([, { pattern }]) => (typeof pattern === 'string' ? pattern : []));
    expect(patterns.length).toBeGreaterThan(50);
    expect(patterns.filter((pattern) => needlessEscapes(pattern).length > 0)).toEqual([]);
    expect(['a\\/b', '[\\.]', '\\"', '\\-'].flatMap(needlessEscapes)).toHaveLength(4);
    const texts = all.flatMap(([, { pattern: _pattern, ...others }]) => Object.values(others));
    // In Markdown `<` begins HTML.
    expect(texts.filter((text) => typeof text === 'string' && /\\(?!<)/.test(text))).toEqual([]);
  });

  test('has the first number of its version in each address, and the page has both', () => {
    const { version } = document.info;
    const first = `/v${version.split('.')[0]}`;
    for (const { url } of Object.values(SERVERS).flat()) expect(url).toMatch(RegExp(`${first}$`));
    expect(first).toBe(`/${STAGE_NAME}`);
    const page = fileText('docs/versioning.md');
    expect(page).toContain(`: ${version}. Its first number is in every address: \`${first}\`.`);
  });

  test('describes the given interface as it is given', () => {
    const { PetInput, Pet, PetStatus, Error: error } = document.components.schemas;
    const [limit, status] = document.paths['/pets'].get.parameters;
    const schema = { type: 'integer', minimum: 1, maximum: 100, default: 20 };
    expect(limit).toMatchObject({ name: 'limit', in: 'query', required: false, schema });
    expect(status).toMatchObject({ name: 'status', required: false });
    expect(PetStatus.enum).toEqual(['available', 'pending', 'sold']);
    expect(PetInput.required).toEqual(['name', 'categoryId']);
    expect(Pet.required).toEqual(expect.arrayContaining(['id', 'name', 'categoryId']));
    expect(PetInput.properties.name).toMatchObject({ minLength: 1, maxLength: 256 });
    expect(PetInput.properties.categoryId).toMatchObject({ type: 'integer', format: 'int64' });
    expect(error.required).toEqual(['code', 'message', 'status']);
    expect(error.properties.code['x-extensible-enum']).toEqual(Object.keys(ERRORS));
    expect(error.properties.code).not.toHaveProperty('enum');
    expect(document.paths['/messages'].post.servers).toEqual(SERVERS.quickstart);
    expect(document.servers).toEqual(SERVERS.pets);
  });

  test('has no bound that JavaScript rounds', () => {
    const bounds = committed.match(/(?<="(?:minimum|maximum)": )-?\d+/g)?.map(Number);
    expect(bounds?.filter((each) => !Number.isSafeInteger(each))).toEqual([]);
  });

  test('has one schema for both kinds of events, as generators read one of two wrongly', () => {
    const { Event } = document.components.schemas;
    expect(committed).not.toMatch(/"(?:oneOf|discriminator)"/);
    // Generated clients refuse a value that an enum does not list, and other types may come.
    expect(Event.properties.type).not.toHaveProperty('enum');
    expect(Event.properties.data.properties.status).not.toHaveProperty('enum');
  });
});

test.each(operations)(
  'every link of $operationId leads to an operation that stays, and to a parameter of it',
  ({ success }: Contract) => {
    for (const [operationId, name] of Object.entries(success.links ?? {})) {
      const target = operations.find((operation) => operation.operationId === operationId);
      expect(target?.deprecation).toBeUndefined();
      const taken: { name: string }[] =
        target && document.paths[target.path][target.method.toLowerCase()].parameters;
      expect(taken).toContainEqual(expect.objectContaining({ name }));
    }
  },
);

import * as z from 'zod/mini';
import { contract } from '../../lib/http/contract.ts';
import { cursorParameter, limitParameter } from '../../lib/http/list-parameters.ts';
import { Pet, PetStatus } from '../../lib/pets/pet.ts';
import { conditionalRead } from '../../lib/revisions/entity-tags.ts';
import { described } from '../../lib/values/described.ts';
import { INT64, INT64_MAX, INT64_MIN, parseInt64 } from '../../lib/values/int64.ts';

export const Pets = z
  .array(Pet)
  .check(z.meta({ id: 'Pets', maxItems: 100, description: 'Pets in ascending order of id.' }));

const CATEGORY_FAULT = `must be a whole number in plain digits, from ${INT64_MIN} to ${INT64_MAX}, given once`;

const IDS_FAULT = 'must be 1 to 100 int64 numbers, with commas between or repeated';

/** The ids of a text, or of several, with commas between; undefined where one is not an int64, or there are too many. */
const parseIds = (texts: unknown): bigint[] | undefined => {
  const ids = [texts].flat().join().split(',').map(parseInt64);
  const valid = ids.filter((id) => id !== undefined);
  return valid.length === ids.length && valid.length <= 100 ? valid : undefined;
};

export const listPets = contract({
  operationId: 'listPets',
  tag: 'Pets',
  method: 'GET',
  path: '/pets',
  summary: 'List pets in ascending order of id',
  description:
    'Every page is full but the last. Follow the URL in the `Link` header with `rel="next"` as it is; the last page has none. A walk returns every pet that existed during the whole walk exactly once. With `status` or `categoryId` the list follows an index, which may be a moment late.',
  request: {
    query: z
      .object({
        limit: limitParameter('pets'),
        status: described(z.optional(PetStatus), 'Only pets with this status.'),
        categoryId: described(
          z.optional(
            z.pipe(
              z.pipe(z.string(CATEGORY_FAULT), z.transform(parseInt64)),
              z.bigint(CATEGORY_FAULT),
            ),
          ),
          '**Beta**. Only pets that carry this `categoryId`.',
          INT64,
        ),
        cursor: cursorParameter,
        ids: described(
          z.optional(
            z.pipe(z.pipe(z.unknown(), z.transform(parseIds)), z.array(z.bigint(), IDS_FAULT)),
          ),
          '**Beta**. The existing pets with these ids: `ids=7,8`, or `ids=7&ids=8`. It comes without `status`, `categoryId` and `cursor`. With one id the answer has the `ETag` of that pet.',
          { type: 'array', items: INT64, minItems: 1, maxItems: 100 },
        ),
      })
      .check(
        z.refine(
          // Generated clients send the default of `limit`.
          ({ ids, limit: _limit, ...others }) =>
            ids === undefined || Object.values(others).every((other) => other === undefined),
          { path: ['ids'], error: 'must come without status, categoryId and cursor' },
        ),
      ),
    headers: conditionalRead,
  },
  success: { status: 200, body: Pets, headers: ['Link'], optionalHeaders: ['ETag'] },
  examples: {
    page: {
      summary: 'A page of two',
      after: { rex: 'createPet.whole', tom: 'createPet.least' },
      answer: [
        { id: 1n, name: 'Rex', categoryId: 9007199254740993n, status: 'available' },
        { id: 2n, name: 'Tom', categoryId: 2n, status: 'pending' },
      ],
    },
    empty: {
      summary: 'No pet has this status',
      request: { query: { status: 'sold' } },
      answer: [],
    },
    category: {
      summary: 'Pets of a category',
      after: { tom: 'createPet.least' },
      request: { query: { categoryId: '{tom.categoryId}', limit: '1' } },
      answer: [{ id: 2n, name: 'Tom', categoryId: 2n, status: 'available' }],
    },
    categoryAndStatus: {
      summary: 'Pets of a category that are pending',
      after: { rex: 'createPet.whole' },
      request: { query: { categoryId: '{rex.categoryId}', status: 'pending', limit: '1' } },
      answer: [{ id: 1n, name: 'Rex', categoryId: 9007199254740993n, status: 'pending' }],
    },
    some: {
      summary: 'Two pets by their ids',
      after: { rex: 'createPet.whole', tom: 'createPet.least' },
      request: { query: { ids: '{rex.id},{tom.id}' } },
      answer: [
        { id: 7n, name: 'Rex', categoryId: 9007199254740993n, status: 'pending' },
        { id: 8n, name: 'Tom', categoryId: 2n, status: 'available' },
      ],
    },
    one: {
      summary: 'One pet by its id, with its `ETag`',
      after: { tom: 'createPet.least' },
      request: { query: { ids: '{tom.id}' } },
      answer: [{ id: 8n, name: 'Tom', categoryId: 2n, status: 'available' }],
    },
  },
  errors: ['validation_failed', 'invalid_cursor'],
  access: [
    { table: 'pets', actions: ['BatchGetItem', 'Query'] },
    { table: 'pets', index: 'byCategory', actions: ['Query'] },
    { table: 'pets', index: 'byCategoryAndStatus', actions: ['Query'] },
    { table: 'pets', index: 'byStatus', actions: ['Query'] },
  ],
});

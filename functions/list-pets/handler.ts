import { createDocumentClient } from '../../lib/dynamodb.ts';
import { decodeCursor } from '../../lib/http/cursor.ts';
import { entityTag } from '../../lib/http/entity-tag.ts';
import { nextLink } from '../../lib/http/next-link.ts';
import { operation } from '../../lib/http/operation.ts';
import { toPet } from '../../lib/pets/stored-pet.ts';
import { tableName } from '../../lib/tables.ts';
import { listPets } from './contract.ts';
import { cursorFilter } from './filters.ts';
import { buildFindPets, type FindPets } from './find-pets.ts';
import { buildListPets, type ListPets } from './store.ts';

const open = (client = createDocumentClient(), table = tableName('pets')) => ({
  list: buildListPets(client, table),
  find: buildFindPets(client, table),
});

/** Answers listPets from storage. */
export const listPetsHandler = (
  { list, find }: { readonly list: ListPets; readonly find: FindPets } = open(),
) =>
  operation(listPets, async ({ query: { ids, limit = 20, cursor, ...filters } }, event) => {
    if (ids !== undefined) {
      const pets = await find(ids);
      const [pet] = pets;
      return {
        body: pets.map(toPet),
        ...(ids.length === 1 && pet && { headers: { ETag: entityTag(pet.revision) } }),
      };
    }

    const filter = cursorFilter(filters);
    const after = cursor === undefined ? 0n : decodeCursor(cursor, filter);
    const { items, next } = await list({ after, limit, ...filters });
    const { categoryId, status } = filters;
    return { body: items, headers: nextLink(event, { limit, categoryId, status }, filter, next) };
  });

export const handler = listPetsHandler();

import { cursorFilter, decodeCursor, nextPage } from '../../lib/http/cursor.ts';
import { DEFAULT_LIMIT } from '../../lib/http/list-parameters.ts';
import { operation } from '../../lib/http/operation.ts';
import { toPet } from '../../lib/pets/stored-pet.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { listPets } from './contract.ts';
import { buildFindPets, buildListPets } from './store.ts';

export const open = (
  { list, find } = openStorage(listPets.access, (client, tables) => ({
    list: buildListPets(client, tables),
    find: buildFindPets(client, tables),
  })),
) =>
  operation(
    listPets,
    async ({ query: { ids, limit = DEFAULT_LIMIT, cursor, categoryId, status }, headers }) => {
      if (ids !== undefined) {
        const pets = await find(ids);
        const pet = ids.length === 1 ? pets[0] : undefined;
        return {
          body: pets.map(toPet),
          etag: pet?.revision,
          ifNoneMatch: headers['If-None-Match'],
        };
      }

      const filters = { categoryId, status };
      const filter = cursorFilter(filters);
      const after = cursor === undefined ? 0n : decodeCursor(cursor, filter);
      const { items, next } = await list({ after, limit, ...filters });
      return { body: items, next: nextPage({ limit, ...filters }, filter, next) };
    },
  );

import { cursorFilter, decodeCursor } from '../../lib/http/cursor.ts';
import { DEFAULT_LIMIT } from '../../lib/http/list-parameters.ts';
import { nextLink } from '../../lib/http/next-link.ts';
import { operation } from '../../lib/http/operation.ts';
import { toPet } from '../../lib/pets/stored-pet.ts';
import { entityTag } from '../../lib/revisions/entity-tag.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { listPets } from './contract.ts';
import { buildFindPets, type FindPets } from './find-pets.ts';
import { buildListPets, type ListPets } from './store.ts';

/** Answers listPets from storage. */
export const listPetsHandler = ({
  list,
  find,
}: {
  readonly list: ListPets;
  readonly find: FindPets;
}) =>
  operation(
    listPets,
    async ({ query: { ids, limit = DEFAULT_LIMIT, cursor, categoryId, status } }, event) => {
      if (ids !== undefined) {
        const pets = await find(ids);
        const pet = ids.length === 1 ? pets[0] : undefined;
        return {
          body: pets.map(toPet),
          ...(pet && { headers: { ETag: entityTag(pet.revision) } }),
        };
      }

      const filters = { categoryId, status };
      const filter = cursorFilter(filters);
      const after = cursor === undefined ? 0n : decodeCursor(cursor, filter);
      const { items, next } = await list({ after, limit, ...filters });
      return { body: items, headers: nextLink(event, { limit, ...filters }, filter, next) };
    },
  );

export const open = (client = createDocumentClient(), table = tableName('pets')) =>
  listPetsHandler({ list: buildListPets(client, table), find: buildFindPets(client, table) });

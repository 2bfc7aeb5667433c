import { createDocumentClient } from '../../lib/dynamodb.ts';
import { decodeCursor, encodeCursor } from '../../lib/http/cursor.ts';
import { operation } from '../../lib/http/operation.ts';
import { requestUrl } from '../../lib/http/request-url.ts';
import { tableName } from '../../lib/tables.ts';
import { listPets } from './contract.ts';
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
  operation(listPets, async ({ query: { ids, limit = 20, status, cursor } }, event) => {
    if (ids !== undefined) return { body: await find(ids) };

    const filter = status ?? '';
    const after = cursor === undefined ? 0n : decodeCursor(cursor, filter);
    const { pets, next } = await list({ after, limit, status });
    if (next === undefined) return { body: pets };

    const query = new URLSearchParams({
      limit: String(limit),
      ...(status && { status }),
      cursor: encodeCursor({ after: next, filter }),
    });
    return { body: pets, headers: { Link: `<${requestUrl(event)}?${query}>; rel="next"` } };
  });

export const handler = listPetsHandler();

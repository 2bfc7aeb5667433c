import { buildCounter } from '../../lib/counter.ts';
import { createDocumentClient } from '../../lib/dynamodb.ts';
import { decodeCursor, encodeCursor } from '../../lib/http/cursor.ts';
import { operation } from '../../lib/http/operation.ts';
import { requestUrl } from '../../lib/http/request-url.ts';
import { buildListPets, type ListPets } from '../../lib/pets/list-pets.ts';
import { tableName } from '../../lib/tables.ts';
import { listPets } from './contract.ts';

const open = (client = createDocumentClient()) =>
  buildListPets(client, tableName('pets'), buildCounter(client, tableName('counters'), 'pets'));

/** Answers listPets from storage. */
export const listPetsHandler = (list: ListPets = open()) =>
  operation(listPets, async ({ query: { limit, status, cursor } }, event) => {
    const filter = status ?? '';
    const after = cursor === undefined ? 0n : decodeCursor(cursor, filter);
    const page = await list({ after, limit, status });
    const last = page.pets.at(-1);
    if (!page.more || last === undefined) return { body: page.pets };

    const next = new URLSearchParams({
      limit: String(limit),
      ...(status && { status }),
      cursor: encodeCursor({ after: last.id, filter }),
    });
    return { body: page.pets, headers: { Link: `<${requestUrl(event)}?${next}>; rel="next"` } };
  });

export const handler = listPetsHandler();

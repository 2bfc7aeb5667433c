import { requestUrl } from '../../lib/http/address.ts';
import { decodeCursor, encodeCursor } from '../../lib/http/cursor.ts';
import { operation } from '../../lib/http/operation.ts';
import { openPetStore } from '../../lib/pets/open-pet-store.ts';
import type { PetStore } from '../../lib/pets/pet-store.ts';
import { listPets } from './contract.ts';

/** Answers listPets from a store of pets. */
export const listPetsHandler = (pets: Pick<PetStore, 'list'> = openPetStore()) =>
  operation(listPets, async ({ query: { limit, status, cursor } }, event) => {
    const filter = status ?? '';
    const after = cursor === undefined ? 0n : decodeCursor(cursor, filter);
    const page = await pets.list({ after, limit, status });
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

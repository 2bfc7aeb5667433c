import { operation } from '../../lib/http/operation.ts';
import { GET_PET_SUNSET } from '../../lib/pets/get-pet-sunset.ts';
import { toPet } from '../../lib/pets/stored-pet.ts';
import { type Clock, systemClock } from '../../lib/process/clock.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { createPet } from './contract.ts';
import { buildCreatePet } from './store.ts';

export const open = (
  create = openStorage(createPet.access, buildCreatePet),
  clock: Clock = systemClock,
) =>
  operation(createPet, async ({ caller: { accountId }, body, idempotency }) => {
    const { item, replayed } = await create({ ...body, accountId }, idempotency);
    return {
      body: toPet(item),
      replayed,
      location: clock() < GET_PET_SUNSET ? `/pets/${item.id}` : `/pets?ids=${item.id}`,
      etag: item.revision,
    };
  });

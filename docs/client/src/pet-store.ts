import { type CreateOptions, once } from './idempotency.ts';
import { createList, type List, type Page, pageOf } from './list.ts';
import type { operations, paths } from './openapi.ts';
import { type CallOptions, type ClientOptions, createSend, type Send } from './send.ts';
import type { NewPet, Pet } from './types.ts';

type Query<Operation extends keyof operations> = NonNullable<
  operations[Operation]['parameters']['query']
>;

/** A client of the pets' address. Every method throws a PetStoreError if its request fails. */
export class PetStore {
  readonly #send: Send<Exclude<keyof paths, '/messages'>>;

  /** @throws TypeError if the address or the key is missing */
  constructor(options: ClientOptions) {
    this.#send = createSend(options);
  }

  /** Puts a pet up for adoption: one pet, however often the request has to be sent. */
  async createPet(pet: NewPet, options: CreateOptions = {}): Promise<Pet> {
    return (await this.#send('POST', '/pets', { body: pet }, once(options))).body;
  }

  /**
   * Gets one pet.
   * @deprecated It ends on 5 December 2030. `listPets` replaces it.
   */
  async getPet(petId: bigint, options: CallOptions = {}): Promise<Pet> {
    return (await this.#send('GET', '/pets/{petId}', { path: { petId } }, options)).body;
  }

  /** Gets one page of pets, in ascending order of id. */
  listPets(query: Query<'listPets'> = {}, options: CallOptions = {}): Promise<Page<Pet>> {
    return pageOf(this.#send('GET', '/pets', { query }, options));
  }

  /** Lists all pets, in ascending order of id. `limit` is the size of a page. */
  allPets(query: Omit<Query<'listPets'>, 'cursor'> = {}, options: CallOptions = {}): List<Pet> {
    return createList((cursor) =>
      this.listPets({ ...query, ...(cursor !== undefined && { cursor }) }, options),
    );
  }
}

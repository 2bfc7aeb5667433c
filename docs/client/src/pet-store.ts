import { type CreateOptions, once } from './idempotency.ts';
import { createList, type List, type Page, pageOf } from './list.ts';
import type { operations, paths } from './openapi.ts';
import { PetStoreError } from './pet-store-error.ts';
import { type CallOptions, type ClientOptions, createSend, type Send } from './send.ts';
import { idOf, ifUnchanged, tagged } from './tags.ts';
import type { NewOrder, NewPet, Order, Pet, PetPatch } from './types.ts';

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
  createPet(pet: NewPet, options: CreateOptions = {}): Promise<Pet> {
    return tagged(this.#send('POST', '/pets', { body: pet }, once(options)));
  }

  /**
   * Gets one pet.
   * @deprecated It ends on 5 December 2030. `listPets` replaces it.
   */
  getPet(petId: bigint, options: CallOptions = {}): Promise<Pet> {
    return tagged(this.#send('GET', '/pets/{petId}', { path: { petId } }, options));
  }

  /** Gets one page of pets, in ascending order of id. */
  listPets(
    query: Omit<Query<'listPets'>, 'ids'> = {},
    options: CallOptions = {},
  ): Promise<Page<Pet>> {
    return pageOf(this.#send('GET', '/pets', { query }, options));
  }

  /** Lists all pets, in ascending order of id. `limit` is the size of a page. */
  allPets(
    query: Omit<Query<'listPets'>, 'cursor' | 'ids'> = {},
    options: CallOptions = {},
  ): List<Pet> {
    return createList((cursor) =>
      this.listPets({ ...query, ...(cursor !== undefined && { cursor }) }, options),
    );
  }

  /**
   * Gets the pets of 1 to 100 ids that exist, in ascending order of id.
   * @beta
   */
  async petsByIds(ids: readonly bigint[], options: CallOptions = {}): Promise<readonly Pet[]> {
    const query = { ids: ids.join() };
    return (await this.#send('GET', '/pets', { query }, options)).body;
  }

  /**
   * Changes a pet of your account.
   *
   * Give the pet as `createPet`, `getPet` or `updatePet` returned it: the change fails with
   * `precondition_failed` if somebody else changed the pet since. Give an id, or a pet of a list, and
   * the last change wins.
   * @beta
   */
  updatePet(pet: Pet | bigint, changes: PetPatch, options: CallOptions = {}): Promise<Pet> {
    const headers = ifUnchanged(pet);
    const input = { path: { petId: idOf(pet) }, body: changes };
    // A repetition with a tag would fail by the change that it repeats.
    const repeatable = !('If-Match' in headers);
    return tagged(this.#send('PATCH', '/pets/{petId}', input, { ...options, headers, repeatable }));
  }

  /**
   * Deletes a pet of your account. Give the pet or its id, as for `updatePet`.
   * @beta
   */
  async deletePet(pet: Pet | bigint, options: CallOptions = {}): Promise<void> {
    const input = { path: { petId: idOf(pet) } };
    const headers = ifUnchanged(pet);
    try {
      await this.#send('DELETE', '/pets/{petId}', input, { ...options, headers });
    } catch (error) {
      // An earlier attempt, whose answer was lost, has deleted it.
      const gone = error instanceof PetStoreError && error.code === 'pet_not_found';
      if (!gone || error.attempts === 1) throw error;
    }
  }

  /**
   * Orders a pet: one order, however often the request has to be sent.
   * @beta
   */
  async placeOrder(order: NewOrder, options: CreateOptions = {}): Promise<Order> {
    return (await this.#send('POST', '/store/orders', { body: order }, once(options))).body;
  }

  /**
   * Gets one order of your account.
   * @beta
   */
  async getOrder(orderId: bigint, options: CallOptions = {}): Promise<Order> {
    const input = { path: { orderId } };
    return (await this.#send('GET', '/store/orders/{orderId}', input, options)).body;
  }

  /**
   * Completes an order: its pet is sold. An order that is completed stays as it is.
   * @beta
   */
  async completeOrder(orderId: bigint, options: CallOptions = {}): Promise<Order> {
    const input = { path: { orderId } };
    const again = { ...options, repeatable: true };
    return (await this.#send('POST', '/store/orders/{orderId}/complete', input, again)).body;
  }

  /**
   * Cancels an order: its pet is available again. An order that is cancelled stays as it is.
   * @beta
   */
  async cancelOrder(orderId: bigint, options: CallOptions = {}): Promise<Order> {
    const input = { path: { orderId } };
    const again = { ...options, repeatable: true };
    return (await this.#send('POST', '/store/orders/{orderId}/cancel', input, again)).body;
  }

  /**
   * Gets one page of the orders of your account, the newest first.
   * @beta
   */
  listOrders(query: Query<'listOrders'> = {}, options: CallOptions = {}): Promise<Page<Order>> {
    return pageOf(this.#send('GET', '/store/orders', { query }, options));
  }

  /**
   * Lists all orders of your account, the newest first. `limit` is the size of a page.
   * @beta
   */
  allOrders(
    query: Omit<Query<'listOrders'>, 'cursor'> = {},
    options: CallOptions = {},
  ): List<Order> {
    return createList((cursor) =>
      this.listOrders({ ...query, ...(cursor !== undefined && { cursor }) }, options),
    );
  }
}

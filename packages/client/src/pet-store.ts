import { copy, type EventPage, follow } from './events.ts';
import { PetStoreOperations } from './operations.ts';
import type { CallOptions, FollowOptions, ReadOptions } from './options.ts';
import type { ListEventsQuery, OrderEvent, Pet, PetEvent } from './types.ts';

type OrdersQuery = ListEventsQuery & { readonly about: 'orders' };
type PetsQuery = ListEventsQuery & { readonly about?: 'pets' };

/** A client of the pets' address. Every method throws a PetStoreError if its request fails. */
export class PetStore extends PetStoreOperations {
  /**
   * Gets the pets of 1 to 100 ids that exist, in ascending order of id. A pet that is asked for alone carries its tag.
   * @beta
   */
  async petsByIds(ids: readonly bigint[], options: ReadOptions<Pet> = {}): Promise<readonly Pet[]> {
    return (await this.listPets({ ids }, options)).items;
  }

  /**
   * Gets one page of what changed, the oldest first: of pets, or with `about: 'orders'` of the orders of your account.
   * @beta
   */
  override listEvents(query: OrdersQuery, options?: CallOptions): Promise<EventPage<OrderEvent>>;
  override listEvents(query?: PetsQuery, options?: CallOptions): Promise<EventPage<PetEvent>>;
  override listEvents(query?: ListEventsQuery, options?: CallOptions) {
    return super.listEvents(query, options);
  }

  /**
   * Gives what changes, continuously: it asks again each second, also after failures, until its signal ends it. Begin with the position that
   * you kept, or with `latest`. It fails with `events_expired` if the events after the position have expired.
   * @beta
   */
  followEvents(query: OrdersQuery, options?: FollowOptions): AsyncIterable<OrderEvent>;
  followEvents(query?: PetsQuery, options?: FollowOptions): AsyncIterable<PetEvent>;
  followEvents(query: ListEventsQuery = {}, options: FollowOptions = {}) {
    return follow((after) => super.listEvents({ ...query, after }, options), query.after, options);
  }

  /**
   * Keeps a copy of all pets in memory, and gives it each time that it is up to date, until its signal ends it.
   * @beta
   */
  copyPets(options: FollowOptions = {}): AsyncIterable<ReadonlyMap<bigint, Pet>> {
    return copy(
      (after) => super.listEvents({ after, limit: 100 }, options),
      () => this.allPets({ limit: 100 }, options),
      options,
    );
  }
}

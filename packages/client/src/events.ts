import type { Answer } from './exchange.ts';
import { PetStoreError } from './pet-store-error.ts';
import { pause } from './retry.ts';
import type { CallOptions } from './send.ts';
import type { OrderEvent, Pet, PetEvent } from './types.ts';

/** Names one page of a log. */
export interface EventsQuery {
  /** @default 'pets' */
  readonly about?: 'orders' | 'pets';
  /**
   * The page begins after this position; `latest` is an empty page, from which the log goes on.
   * @default - it begins with the oldest event that is kept
   */
  readonly after?: bigint | 'latest' | undefined;
  readonly limit?: number;
}

/** One page of a log. */
export interface EventPage<Event> {
  /** Without gaps; none if nothing happened since. */
  readonly items: readonly Event[];
  /** The next page begins after this position: keep it to go on later. */
  readonly after: bigint;
}

/** What a method takes that goes on for ever. */
export interface FollowOptions extends CallOptions {
  /**
   * Milliseconds before it asks again where nothing happened.
   * @default 1000
   */
  readonly pause?: number;
}

/** Gets one page, after a position. */
type GetPage<Event> = (after: EventsQuery['after']) => Promise<EventPage<Event>>;

/** Reads the answer of listEvents. */
export const eventPageOf = async (
  answer: Promise<Answer<readonly (OrderEvent | PetEvent)[]>>,
): Promise<EventPage<OrderEvent | PetEvent>> => {
  const { body, headers } = await answer;
  const next = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1] ?? 'about:blank';
  return { items: body, after: BigInt(new URL(next).searchParams.get('after') ?? 0) };
};

/** Gives events for ever: it asks again after a pause. */
export async function* follow<Event>(
  getPage: GetPage<Event>,
  from: EventsQuery['after'],
  { pause: milliseconds = 1000, signal }: FollowOptions,
): AsyncGenerator<Event, never> {
  for (let after = from; ; ) {
    const page = await getPage(after);
    yield* page.items;
    after = page.after;
    if (page.items.length === 0) await pause(milliseconds, signal);
  }
}

/**
 * Keeps a copy of all pets, and gives it when it is up to date: at first, and after each change. It is the same map each
 * time, but a new one where events were missed for 30 days.
 */
export async function* copy(
  getPage: GetPage<OrderEvent | PetEvent>,
  getPets: () => AsyncIterable<Pet>,
  { pause: milliseconds = 1000, signal }: FollowOptions,
): AsyncGenerator<ReadonlyMap<bigint, Pet>, never> {
  for (;;) {
    try {
      // First the place in the log: what changes while the list is read comes after it.
      let { after } = await getPage('latest');
      const pets = new Map<bigint, Pet>();
      for await (const pet of getPets()) pets.set(pet.id, pet);
      for (let changed = true; ; ) {
        const page = await getPage(after);
        for (const event of page.items) apply(pets, event);
        after = page.after;
        changed ||= page.items.length > 0;
        if (page.items.length > 0) continue;
        if (changed) yield pets;
        changed = false;
        await pause(milliseconds, signal);
      }
    } catch (error) {
      if (!(error instanceof PetStoreError && error.code === 'events_expired')) throw error;
    }
  }
}

const apply = (pets: Map<bigint, Pet>, { type, data }: OrderEvent | PetEvent): void => {
  if (!('categoryId' in data)) return;
  if (type === 'pet.deleted') pets.delete(data.id);
  else pets.set(data.id, data);
};

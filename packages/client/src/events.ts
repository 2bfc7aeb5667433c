import type { Answer } from './exchange.ts';
import { failWithoutLink, nextPage } from './list.ts';
import type { FollowOptions } from './options.ts';
import { PetStoreError } from './pet-store-error.ts';
import { pause } from './retry.ts';
import type { ListEventsQuery, OrderEvent, Pet, PetEvent } from './types.ts';

/** One page of a log. */
export interface EventPage<Event> {
  /** Without gaps; none if nothing happened since. */
  readonly items: readonly Event[];
  /** The next page begins after this position: keep it to go on later. */
  readonly after: bigint;
}

/** Gets one page, after a position. */
type GetPage<Event> = (after: ListEventsQuery['after']) => Promise<EventPage<Event>>;

/** Reads the answer of a log operation. */
export const eventPageOf = async <Event>(
  answer: Promise<Answer<readonly Event[]>>,
): Promise<EventPage<Event>> => {
  const { body, headers } = await answer;
  const after = nextPage(headers, 'after', /^\d+$/) ?? failWithoutLink(headers);
  return { items: body, after: BigInt(after) };
};

/** Milliseconds: the pauses after failures, where the service asks for no longer one, and the longest in any case. */
const [SHORTEST_PAUSE, LONGEST_PAUSE, LONGEST_WAIT] = [200, 60_000, 3_600_000];

/** Asks until it is answered. The pauses double. */
const untilAnswered = async <Result>(
  ask: () => Promise<Result>,
  { pause: milliseconds = 1000, signal }: FollowOptions,
): Promise<Result> => {
  const shortest = Math.max(milliseconds, SHORTEST_PAUSE);
  const longest = Math.max(milliseconds, LONGEST_PAUSE);
  for (let wait = shortest; ; wait = Math.min(2 * wait, longest)) {
    try {
      return await ask();
    } catch (error) {
      const mayPass =
        error instanceof PetStoreError && (error.safeToRepeat || error.status === 500);
      if (!mayPass) throw error;
      const asked = error.retryAfter * 1000;
      await pause(Math.min(asked + wait * (0.5 + Math.random()), LONGEST_WAIT), signal);
    }
  }
};

/** Gives the events of each page, continuously. It asks again after a pause where there are none. */
async function* followPages<Event>(
  getPage: GetPage<Event>,
  from: ListEventsQuery['after'],
  options: FollowOptions,
): AsyncIterable<readonly Event[]> {
  for (let after = from; ; ) {
    const page = await untilAnswered(() => getPage(after), options);
    yield page.items;
    after = page.after;
    if (page.items.length === 0) await pause(options.pause ?? 1000, options.signal);
  }
}

/** Gives events continuously. */
export async function* follow<Event>(
  ...from: Parameters<typeof followPages<Event>>
): AsyncIterable<Event> {
  for await (const events of followPages(...from)) yield* events;
}

/**
 * Keeps a copy of all pets, and gives it when it is up to date: at first, and after each change. It is the same map each
 * time, but a new one where events were missed for 30 days.
 */
export async function* copy(
  getPage: GetPage<OrderEvent | PetEvent>,
  getPets: () => AsyncIterable<Pet>,
  options: FollowOptions,
): AsyncIterable<ReadonlyMap<bigint, Pet>> {
  for (;;) {
    try {
      const [after, pets] = await untilAnswered(async () => {
        // First the place in the log: what changes while the list is read comes after it.
        const latest = await getPage('latest');
        const all = new Map<bigint, Pet>();
        for await (const pet of getPets()) all.set(pet.id, pet);
        return [latest.after, all] as const;
      }, options);
      let changed = true;
      for await (const events of followPages(getPage, after, options)) {
        for (const { type, data } of events) {
          if (type === 'pet.deleted') pets.delete(data.id);
          else if ('categoryId' in data) pets.set(data.id, data);
        }
        if (events.length === 0 && changed) yield pets;
        changed = events.length > 0;
      }
    } catch (error) {
      if (!(error instanceof PetStoreError && error.code === 'events_expired')) throw error;
    }
  }
}

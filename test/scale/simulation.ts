import { createEventQueue } from './event-queue.ts';
import { type Create, createInstances } from './instances.ts';
import { createRandom, exponential } from './random.ts';
import { WORLD } from './world.ts';

/** What is simulated. Times are in milliseconds. */
export interface Parameters {
  /** Creates a second that arrive, independently of each other. */
  readonly rate: number;
  /** Seconds in which they arrive. */
  readonly seconds: number;
  /** Ids that an instance of the function leases at a time; 1 is the counter as it is. */
  readonly block: number;
  /** Partitions that the index spreads each status over; 1 is the index as it is. */
  readonly statusShards: number;
  readonly seed: number;
}

/** What came of it. */
export interface Outcome {
  /** In the order in which they were stored. */
  readonly stored: readonly Create[];
  /** Answered with 503: DynamoDB throttled every attempt. */
  readonly failed: number;
  /** Write units, those of attempts that were throttled excluded. */
  readonly units: number;
  /** Ids taken from the counter. */
  readonly leased: number;
  readonly instances: number;
}

/** Simulates creates of pets, each with the default status: the same for the same parameters. */
export const simulate = ({ rate, seconds, block, statusShards, seed }: Parameters): Outcome => {
  const random = createRandom(seed);
  const { at, run } = createEventQueue();
  const stored: Create[] = [];
  let [failed, units, leased] = [0, 0, 0];

  const taken = new Map<string, { second: number; writes: number }>();
  /** Whether everything that a request writes to has room in this second; if so, it is taken. */
  const admit = (now: number, targets: readonly string[]): boolean => {
    const second = Math.floor(now / 1000);
    const counts = targets.map((target) => {
      const count = taken.get(target);
      if (count?.second === second) return count;
      const fresh = { second, writes: 0 };
      taken.set(target, fresh);
      return fresh;
    });
    if (counts.some(({ writes }) => writes >= WORLD.writes)) return false;
    for (const count of counts) count.writes += 1;
    units += targets.length;
    return true;
  };

  /** A request with the SDK's retries; `done` hears when it was answered, and how. */
  const request = (
    now: number,
    targets: readonly string[],
    done: (end: number, admitted: boolean) => void,
    attempt = 1,
  ): void => {
    const end = now + WORLD.request.least + exponential(random, WORLD.request.more);
    const admitted = admit(now, targets);
    if (admitted || attempt === WORLD.attempts) at(end, () => done(end, admitted));
    else {
      const again = end + random() * WORLD.backoff * 2 ** (attempt - 1);
      at(again, () => request(again, targets, done, attempt + 1));
    }
  };

  const instances = createInstances();
  const create = (arrived: number) => {
    const { instance, ready } = instances.take(arrived);
    const finish = (end: number, id?: number) => {
      if (id === undefined) failed += 1;
      else stored.push({ id, arrived, stored: end });
      const free = Math.max(end, ready + WORLD.spacing);
      at(free, () => instances.release(instance, free));
    };
    const put = (now: number) => {
      const id = instance.nextId;
      instance.nextId += 1;
      const shard = id % statusShards;
      const targets = [`range ${Math.floor(id / 1000)}`, `status ${shard}`];
      request(now, targets, (end, admitted) => finish(end, admitted ? id : undefined));
    };
    at(ready, () => {
      if (instance.nextId < instance.endId) return put(ready);
      request(ready, ['counter'], (end, admitted) => {
        if (!admitted) return finish(end);
        instance.nextId = leased + 1;
        leased += block;
        instance.endId = leased + 1;
        put(end);
      });
    });
  };

  const arrive = (time: number) => {
    if (time > seconds * 1000) return;
    create(time);
    const next = time + exponential(random, 1000 / rate);
    at(next, () => arrive(next));
  };
  arrive(exponential(random, 1000 / rate));
  run();
  return { stored, failed, units, leased, instances: instances.count() };
};

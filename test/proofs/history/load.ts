import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { writeJson } from '../../../lib/values/json.ts';
import { chance, pick } from './chance.ts';
import type { Head, Operation } from './history.ts';
import { ask } from './send.ts';
import { createCategorySlot, createPetSlot, type PetSlot, type Planned } from './slots.ts';

/** Where the requests go. */
export interface Target {
  /** The base address of the next request of a client; waits while there is none. */
  readonly baseUrl: (client: number) => Promise<string>;
  /** An API key of each account, by its name. */
  readonly keys: ReadonlyMap<string, string>;
}

/** The counts of a load. */
export interface LoadCounts {
  sent: number;
  open: number;
  limited: number;
  /** Requests without an answer, by the client's error. */
  readonly why: Map<string, number>;
}

/** The account that exceeds its limit. */
export const HASTY = 'hasty';

const CLIENTS = 10;
const PETS = 5;
const CATEGORIES = 2;
/** Of a hundred requests. */
const TO_CATEGORIES = 22;
/** Milliseconds that a client waits for an answer. */
const TIMEOUT_MS = 4000;

/** Microseconds of a monotonic clock, which all clients share. */
const now = (): number => Math.round(performance.now() * 1000);

/**
 * Sends requests of several clients, and writes a history of them. At the end it reads each pet.
 * @param counts is updated during the load
 * @param settled resolves when what happens to the service is over
 */
export const runLoad = async (
  head: Head,
  file: string,
  { baseUrl, keys }: Target,
  counts: LoadCounts,
  settled: () => Promise<void>,
): Promise<void> => {
  const accounts = [...keys.keys()].filter((name) => name !== HASTY);
  const petSlots = Array.from({ length: PETS }, (_, at) => createPetSlot(accounts, HASTY, `${at}`));
  const base = BigInt(Date.now()) * 1_000_000n;
  const categorySlots = Array.from({ length: CATEGORIES }, (_, at) =>
    createCategorySlot(accounts, at + 1, base),
  );
  const output = createWriteStream(file);
  const write = (line: unknown): void => void output.write(`${writeJson(line)}\n`);
  write(head);

  const turn = async (client: number, nth: number): Promise<void> => {
    const choose = (what: string): number => chance(head.seed, `${client} ${nth} ${what}`);
    const mark = `c${client} n${nth}`;
    const categories = choose('subject') * 100 < TO_CATEGORIES;
    const slots: readonly Pick<PetSlot, 'plan'>[] = categories ? categorySlots : petSlots;
    const slot = pick(slots, choose('slot'));
    if (slot) await carryOut(client, slot.plan(choose, mark, petSlots));
  };

  /** @returns whether the result is known */
  const carryOut = async (client: number, { asked, learn }: Planned): Promise<boolean> => {
    const address = { baseUrl: await baseUrl(client), apiKey: keys.get(asked.account) ?? '' };
    const call = now();
    const outcome = await ask(asked, address, TIMEOUT_MS);
    const operation: Operation = { ...asked, client, call };
    if (outcome.kind === 'limited') {
      counts.limited += 1;
      await setTimeout(1000 * outcome.seconds);
      return false;
    }
    if (outcome.kind === 'not-sent') {
      await setTimeout(50);
      return false;
    }
    counts.sent += 1;
    if (outcome.kind === 'open') {
      counts.open += 1;
      counts.why.set(outcome.why, (counts.why.get(outcome.why) ?? 0) + 1);
      write(operation);
      return false;
    }
    write({ ...operation, return: now(), answer: outcome.answer });
    learn?.(outcome.answer);
    return true;
  };

  const work = async (client: number): Promise<void> => {
    for (let nth = 0; counts.sent < head.operations; nth += 1) await turn(client, nth);
  };
  try {
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));
    await settled();
    const [account = ''] = accounts;
    for (const pet of petSlots.flatMap(({ ids }) => ids)) {
      const read = { asked: { op: 'getPet', account, pet } } as const;
      while (!(await carryOut(0, read)));
    }
  } finally {
    output.end();
    await finished(output);
  }
};

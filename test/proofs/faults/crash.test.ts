import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import * as z from 'zod';
import { call } from '../../support/client.ts';
import { expectFoldedLogsOf } from '../../support/fold-log.ts';
import { HIGHEST, limitDemo } from '../../support/local-accounts.ts';
import { endLocalServers } from '../../support/local-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { chance } from './chance.ts';
import { type CrashingServer, startCrashingServer } from './crashing-server.ts';

const CREATES = 2500;
/** Creates under way at once. */
const CLIENTS = 16;
/** Kills during the creates; one more follows the last answer. */
const KILLS = 4;

jest.setTimeout(10 * 60_000);

const pet = z.object({
  id: z.bigint(),
  name: z.string(),
  categoryId: z.bigint(),
  status: z.string(),
});
type Pet = z.infer<typeof pet>;

/** A create, with a unique name. */
interface Create {
  readonly name: string;
  /** Every other create has a key and is sent until it is answered; the others are sent once. */
  readonly key: string | undefined;
  /** The body of the 201, once there is one. */
  answer?: Pet;
}

const seed = jest.getSeed();
const creates: readonly Create[] = Array.from({ length: CREATES }, (_, index) => ({
  name: randomUUID(),
  key: index % 2 === 0 ? randomUUID() : undefined,
}));
const answered = () => creates.flatMap(({ answer }) => answer ?? []);
const say = (text: string) => process.stderr.write(`${text}\n`);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: CrashingServer;
let listed: readonly Pet[];
let listedByStatus: readonly Pet[];

/** Sends a create; undefined if its connection broke. A slow machine may answer it 500, 503 or 504. */
const send = async ({ name, key }: Create) => {
  const headers = key === undefined ? {} : { 'Idempotency-Key': key };
  const body = { name, categoryId: 9007199254740993n };
  const running = await server.running();
  return call('/pets', { method: 'POST', headers, body }, running).catch(() => undefined);
};

const carryOut = async (create: Create): Promise<void> => {
  do {
    const answer = await send(create);
    if (answer === undefined || answer.status >= 500) continue;
    expect(answer.status).toBe(201);
    create.answer = pet.parse(answer.body);
  } while (create.key !== undefined && create.answer === undefined);
};

/** Kills the server once in each part of the creates, at a moment that the seed chooses. */
const killNowAndThen = async (): Promise<void> => {
  for (let part = 0; part < KILLS; part += 1) {
    const after = Math.floor((CREATES / KILLS) * 0.9 * (part + chance(seed, `kill ${part}`)));
    while (answered().length < after) await setTimeout(5);
    await server.crash();
    say(`killed after ${answered().length} answers, and started again`);
  }
};

const list = async (query: string): Promise<Pet[]> => {
  const running = await server.running();
  const pets: Pet[] = [];
  let page: string | undefined = `/pets?limit=100${query}`;
  while (page !== undefined) {
    const { body, headers } = await call(page, {}, running);
    pets.push(...z.array(pet).parse(body));
    page = /<(.+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  }
  return pets;
};

beforeAll(async () => {
  say(`Crash test: ${CREATES} creates, ${CLIENTS} at once; --seed=${seed} repeats its moments`);
  folder = await temporaryFolder();
  // The embedded engine dies with the server, so this test always uses it.
  const env = { AWS_ENDPOINT_URL_DYNAMODB: '' };
  server = await startCrashingServer({ dataDir: folder.path, env });
  await limitDemo(folder.path, HIGHEST, '');
  const waiting = [...creates];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await carryOut(next);
  };
  await Promise.all([killNowAndThen(), ...Array.from({ length: CLIENTS }, work)]);
  await server.crash();
  listed = await list('');
  listedByStatus = await list('&status=available');
});
afterAll(async () => {
  endLocalServers();
  await folder.remove();
});

describe(`creates while the server is killed ${KILLS + 1} times`, () => {
  const lostFrom = (pets: readonly Pet[]) => {
    const byId = new Map(pets.map((each) => [each.id, each]));
    return answered().filter(
      (pet) => JSON.stringify(byId.get(pet.id), text) !== JSON.stringify(pet, text),
    );
  };
  const text = (_name: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);
  const repeated = (values: readonly unknown[]) => values.length - new Set(values).size;

  test('lose nothing that was answered, and change nothing of it', () => {
    say(
      [
        `answered ${answered().length}`,
        `stored ${listed.length}`,
        `lost ${lostFrom(listed).length}`,
        `doubled ${repeated(listed.map(({ name }) => name))}`,
        `unanswered ${CREATES - answered().length}`,
      ].join(', '),
    );
    expect(lostFrom(listed)).toEqual([]);
    expect(lostFrom(listedByStatus)).toEqual([]);
    expect(server.failures()).toEqual([]);
  });

  test('give no id twice', () => {
    expect(repeated(answered().map(({ id }) => id))).toBe(0);
    expect(repeated(listed.map(({ id }) => id))).toBe(0);
  });

  test('make exactly one pet of each idempotency key, and at most one without', () => {
    const names = listed.map(({ name }) => name);
    expect(repeated(names)).toBe(0);
    const there = new Set(names);
    expect(creates.filter(({ name, key }) => key !== undefined && !there.has(name))).toEqual([]);
    const created = new Set(creates.map(({ name }) => name));
    expect(names.filter((name) => !created.has(name))).toEqual([]);
  });

  test('are each in the log once, in their order', async () => {
    const folded = await expectFoldedLogsOf(folder.path, '');
    say(`The log gives the table: ${JSON.stringify(folded)}`);
    const pets = listed.length;
    expect(folded).toEqual({ logs: 1, events: pets, pets, orders: 0 });
  });
});

import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Pet } from '../../../lib/pets/pet.ts';
import { type Answer, call } from '../../support/client.ts';
import { expectFoldedLogsOf } from '../../support/fold-log.ts';
import { HIGHEST, limitDemo } from '../../support/local-accounts.ts';
import { endLocalServers } from '../../support/local-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { chance } from './chance.ts';
import { type CrashingServer, startCrashingServer } from './crashing-server.ts';

const PETS = 800;
/** Changes of each pet between its creation and its end. */
const CHANGES = 2;
/** Pets that are changed at once. */
const CLIENTS = 16;
/** Kills meanwhile; one more follows the last answer. */
const KILLS = 4;

jest.setTimeout(15 * 60_000);

/** A pet from creation to deletion. Only one client changes it, so only lost answers leave doubts. */
interface Life {
  /** What all of its names begin with. */
  readonly mark: string;
  readonly key: string;
  /** Whether each change names the state that it is for. */
  readonly tagged: boolean;
  readonly ends: boolean;
  id?: bigint;
  /** Its possible names: one, and those of changes without an answer. */
  names: string[];
  gone: boolean;
}

const seed = jest.getSeed();
const lives: readonly Life[] = Array.from({ length: PETS }, (_, index) => ({
  mark: randomUUID(),
  key: randomUUID(),
  tagged: index % 2 === 0,
  ends: index % 3 === 0,
  names: [],
  gone: false,
}));
const counts = { answered: 0, unanswered: 0 };
/** Observations that no client may make: each is a defect. */
const untrue: string[] = [];
const say = (text: string) => process.stderr.write(`${text}\n`);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: CrashingServer;
let listed: readonly Pet[];

/** Sends a request; undefined if its result is unknown. */
const send = async (
  path: string,
  options: Parameters<typeof call>[1],
): Promise<Answer | undefined> => {
  const running = await server.running();
  const answer = await call(path, options, running).catch(() => undefined);
  const known = answer !== undefined && answer.status < 500;
  counts[known ? 'answered' : 'unanswered'] += 1;
  return known ? answer : undefined;
};

const create = async ({ mark, key }: Life): Promise<Answer> => {
  for (;;) {
    const answer = await send('/pets', {
      method: 'POST',
      headers: { 'Idempotency-Key': key },
      body: { name: `${mark} 0`, categoryId: 9007199254740993n },
    });
    if (answer !== undefined) return answer;
  }
};

/** Changes it once. Gives the tag that it has then, if that is known. */
const change = async (life: Life, name: string, tag: string | null): Promise<string | null> => {
  const answer = await send(`/pets/${life.id}`, {
    method: 'PATCH',
    headers: life.tagged && tag !== null ? { 'If-Match': tag } : {},
    body: { name },
  });
  if (answer === undefined) {
    life.names.push(name);
    return null;
  }
  if (answer.status !== 200) untrue.push(`change: ${answer.text}`);
  life.names = [name];
  return answer.headers.get('ETag');
};

const remove = async (life: Life): Promise<void> => {
  for (let sent = 1; !life.gone; sent += 1) {
    const answer = await send(`/pets/${life.id}`, { method: 'DELETE' });
    if (answer === undefined) continue;
    if (answer.status !== 204 && !(answer.status === 404 && sent > 1)) {
      untrue.push(`delete ${sent}: ${answer.status} ${answer.text}`);
    }
    life.gone = true;
  }
};

const live = async (life: Life): Promise<void> => {
  const first = await create(life);
  if (first.status !== 201) untrue.push(`create: ${first.text}`);
  life.id = (first.body as Pet).id;
  life.names = [`${life.mark} 0`];
  let tag = first.headers.get('ETag');
  for (let nth = 1; nth <= CHANGES; nth += 1) tag = await change(life, `${life.mark} ${nth}`, tag);
  if (life.ends) await remove(life);
  const again = await create(life);
  if (again.text !== first.text) untrue.push(`create again: ${again.text}`);
};

/** Kills the server once in each part of the work, at a moment that the seed chooses. */
const killNowAndThen = async (): Promise<void> => {
  const all = PETS * (2 + CHANGES);
  for (let part = 0; part < KILLS; part += 1) {
    const after = Math.floor((all / KILLS) * 0.9 * (part + chance(seed, `kill ${part}`)));
    while (counts.answered < after) await setTimeout(5);
    await server.crash();
    say(`killed after ${counts.answered} answers, and started again`);
  }
};

const list = async (): Promise<Pet[]> => {
  const running = await server.running();
  const pets: Pet[] = [];
  let page: string | undefined = '/pets?limit=100';
  while (page !== undefined) {
    const { body, headers } = await call(page, {}, running);
    pets.push(...(body as Pet[]));
    page = /<(.+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  }
  return pets;
};

beforeAll(async () => {
  say(
    `Crash test: ${PETS} pets are created, changed and deleted; --seed=${seed} repeats its moments`,
  );
  folder = await temporaryFolder();
  // The embedded engine, which dies with the server, even if the other tests use another engine.
  const env = { AWS_ENDPOINT_URL_DYNAMODB: '' };
  server = await startCrashingServer({ dataDir: folder.path, env });
  await limitDemo(folder.path, HIGHEST, '');
  const waiting = [...lives];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await live(next);
  };
  await Promise.all([killNowAndThen(), ...Array.from({ length: CLIENTS }, work)]);
  await server.crash();
  listed = await list();
});
afterAll(async () => {
  endLocalServers();
  await folder.remove();
});

describe(`creates, changes and deletes while the server is killed ${KILLS + 1} times`, () => {
  const byMark = () => Map.groupBy(listed, ({ name }) => name.split(' ')[0] ?? '');

  test('lose nothing, double nothing, undo nothing and create nothing again', () => {
    const stored = byMark();
    const has = ({ mark }: Life) => stored.get(mark) ?? [];
    const faults = {
      lost: lives.filter((life) => !life.gone && has(life).length === 0),
      doubled: lives.filter((life) => has(life).length > 1),
      undone: lives.filter((life) =>
        has(life).some(({ id, name }) => id !== life.id || !life.names.includes(name)),
      ),
      createdAgain: lives.filter((life) => life.gone && has(life).length > 0),
      unknown: [...stored.keys()].filter((mark) => !lives.some((life) => life.mark === mark)),
    };
    say(
      [
        `answered ${counts.answered}`,
        `unanswered ${counts.unanswered}`,
        `stored ${listed.length}`,
        ...Object.entries(faults).map(([name, found]) => `${name} ${found.length}`),
      ].join(', '),
    );
    expect(faults).toEqual({ lost: [], doubled: [], undone: [], createdAgain: [], unknown: [] });
  });

  test('give no false answer', () => {
    expect(untrue).toEqual([]);
    expect(server.failures()).toEqual([]);
  });

  test('are each in the log once, in their order', async () => {
    const folded = await expectFoldedLogsOf(folder.path, '');
    say(`The log gives the table: ${JSON.stringify(folded)}`);
    expect(folded).toMatchObject({ pets: listed.length, orders: 0 });
  });
});

import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, expect, jest, test } from '@jest/globals';
import type { Order } from '../../../lib/orders/order.ts';
import type { Pet } from '../../../lib/pets/pet.ts';
import { type Answer, type CallOptions, call } from '../../support/client.ts';
import { expectFoldedLogsOf, type Folded } from '../../support/fold-log.ts';
import { createLimitedAccounts, HIGHEST } from '../../support/local-accounts.ts';
import { endLocalServers } from '../../support/local-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { chance } from './chance.ts';
import { startCrashingServer } from './crashing-server.ts';

/** Lives that are under way at once. */
const CLIENTS = 16;
/** Kills meanwhile; one more follows the last answer. */
const KILLS = 4;

jest.setTimeout(15 * 60_000);
afterAll(endLocalServers);

const seed = jest.getSeed();
const say = (text: string) => process.stderr.write(`${text}\n`);

/** Owns the pets, or orders them. */
type Role = Order['role'];

/** The service that is killed from time to time, for clients. */
interface Clients {
  /** Sends a request as an account; undefined if its result is unknown. */
  readonly send: (role: Role, path: string, options: CallOptions) => Promise<Answer | undefined>;
  /** Sends a request that may be sent again until it is answered, and expects a status. */
  readonly sendOn: (
    role: Role,
    path: string,
    status: number,
    options: CallOptions,
  ) => Promise<Answer>;
  readonly list: <Item>(role: Role, path: string) => Promise<Item[]>;
  /** Reports what no client may see: a defect. */
  readonly untrue: (what: string) => void;
}

/** What clients do. Only one of them changes a thing, so only lost answers leave doubts. */
interface Kind {
  readonly lives: number;
  /** About how many requests a life takes. */
  readonly requests: number;
  readonly open: (clients: Clients) => {
    readonly live: (nth: number) => Promise<void>;
    /** Compares what is stored with what was answered: what differs, and what the logs have to give. */
    readonly compare: () => Promise<{
      readonly faults: Readonly<Record<string, readonly unknown[]>>;
      readonly folded: Partial<Folded>;
    }>;
  };
}

/** Pets from creation to deletion. A third has no idempotency key: their creates are sent once. */
const pets: Kind = {
  lives: 1200,
  requests: 5,
  open: ({ send, sendOn, list, untrue }) => {
    /** The possible names of a pet: one, and those of changes without an answer. */
    interface Life {
      readonly mark: string;
      id?: bigint;
      names: string[];
      gone: boolean;
    }
    const lives: Life[] = [];
    const CATEGORY = 9007199254740993n;

    const live = async (nth: number): Promise<void> => {
      const life: Life = { mark: randomUUID(), names: [], gone: false };
      lives.push(life);
      const { mark } = life;
      life.names = [`${mark} 0`];
      const body = { name: `${mark} 0`, categoryId: CATEGORY };
      const headers = { 'Idempotency-Key': randomUUID() };
      const create = () => sendOn('owner', '/pets', 201, { method: 'POST', headers, body });
      const keyed = nth % 3 > 0;
      const first = keyed ? await create() : await send('owner', '/pets', { method: 'POST', body });
      if (first === undefined) return;
      life.id = (first.body as Pet).id;
      const path = `/pets/${life.id}`;
      let tag = first.headers.get('ETag');
      for (const name of [`${mark} 1`, `${mark} 2`]) {
        const tagged = nth % 2 > 0 && tag !== null ? { 'If-Match': tag } : {};
        const options = { method: 'PATCH', headers: tagged, body: { name } };
        const answer = await send('owner', path, options);
        if (answer !== undefined && answer.status !== 200) untrue(`change: ${answer.text}`);
        life.names = answer === undefined ? [...life.names, name] : [name];
        tag = answer?.headers.get('ETag') ?? null;
      }
      for (let sent = 1; nth % 4 === 0 && !life.gone; sent += 1) {
        const answer = await send('owner', path, { method: 'DELETE' });
        if (answer === undefined) continue;
        const isGone = answer.status === 204 || (answer.status === 404 && sent > 1);
        if (!isGone) untrue(`delete ${sent}: ${answer.status} ${answer.text}`);
        life.gone = true;
      }
      if (keyed && (await create()).text !== first.text) untrue(`create again: ${first.text}`);
    };

    const compare = async () => {
      const listed = await list<Pet>('owner', '/pets?');
      const markOf = ({ name }: Pet) => name.split(' ')[0] ?? '';
      const stored = Map.groupBy(listed, markOf);
      const has = ({ mark }: Life) => stored.get(mark) ?? [];
      const marks = new Set(lives.map(({ mark }) => mark));
      const given = [
        ...lives.flatMap(({ id, mark }) => (id ? [{ id, mark }] : [])),
        ...listed.map((pet) => ({ id: pet.id, mark: markOf(pet) })),
      ];
      const faults = {
        lost: lives.filter((life) => life.id && !life.gone && has(life).length === 0),
        doubled: lives.filter((life) => has(life).length > 1),
        undone: lives.filter((life) =>
          has(life).some(
            ({ id, name, categoryId }) =>
              (life.id ?? id) !== id || !life.names.includes(name) || categoryId !== CATEGORY,
          ),
        ),
        createdAgain: lives.filter((life) => life.gone && has(life).length > 0),
        unknown: [...stored.keys()].filter((mark) => !marks.has(mark)),
        idsTwice: [...Map.groupBy(given, ({ id }) => id).values()].filter(
          (of) => new Set(of.map(({ mark }) => mark)).size > 1,
        ),
        byStatus: isDeepStrictEqual(await list('owner', '/pets?status=available&'), listed)
          ? []
          : ['the list of a status'],
      };
      return { faults, folded: { logs: 1, pets: listed.length, orders: 0 } };
    };
    return { live, compare };
  },
};

/** Orders of each pet, one after the other: all but the last are cancelled. */
const ORDERS = 4;

/** Pets that are ordered again and again; every second one is sold in the end. Either side cancels in turn. */
const orders: Kind = {
  lives: 520,
  requests: 1 + 2 * ORDERS,
  open: ({ sendOn, list }) => {
    /** The final state of each order and each pet, as it was answered. */
    const answered = { orders: new Map<bigint, string>(), pets: new Map<bigint, string>() };

    const create = (role: Role, path: string, body: unknown) => {
      const headers = { 'Idempotency-Key': randomUUID() };
      return sendOn(role, path, 201, { method: 'POST', headers, body });
    };
    const live = async (nth: number): Promise<void> => {
      const body = { name: `Pet ${nth}`, categoryId: 1 };
      const pet = (await create('owner', '/pets', body)).body as Pet;
      for (let order = 1; order <= ORDERS; order += 1) {
        const placed = await create('customer', '/store/orders', { petId: pet.id });
        const { id } = placed.body as Order;
        const sells = order === ORDERS && nth % 2 === 0;
        const by = sells || order % 2 === 0 ? 'owner' : 'customer';
        const path = `/store/orders/${id}/${sells ? 'complete' : 'cancel'}`;
        const closed = await sendOn(by, path, 200, { method: 'POST' });
        answered.orders.set(id, (closed.body as Order).status);
        answered.pets.set(pet.id, sells ? 'sold' : 'available');
      }
    };

    const compare = async () => {
      const seen = await list<Order>('customer', '/store/orders?');
      const ofOwner = await list<Order>('owner', '/store/orders?');
      const stored = new Map(seen.map(({ id, status }) => [id, status]));
      const owners = new Map(ofOwner.map((order) => [order.id, order]));
      const all = await list<Pet>('owner', '/pets?');
      const faults = {
        torn: [
          ...seen.filter(
            (order) => !isDeepStrictEqual(owners.get(order.id), { ...order, role: 'owner' }),
          ),
          ...ofOwner.filter(({ id }) => !stored.has(id)),
        ],
        lost: [...answered.orders].filter(([id]) => !stored.has(id)),
        untrue: [...answered.orders].filter(([id, status]) => stored.get(id) !== status),
        doubled: seen.filter(({ id, role }) => !answered.orders.has(id) || role !== 'customer'),
        disagree: all.filter(({ id, status }) => answered.pets.get(id) !== status),
      };
      // Each order is placed and ends, for both sides and its pet.
      const [pets, each] = [orders.lives, orders.lives * ORDERS];
      return { faults, folded: { logs: 3, events: pets + each * 2 * 3, pets, orders: 2 * each } };
    };
    return { live, compare };
  },
};

test.each(Object.entries({ pets, orders }))(
  `%s: nothing is lost, doubled, undone or answered falsely, and the logs give the tables, though the server is killed ${KILLS + 1} times`,
  async (name, kind) => {
    say(`Crash test of ${kind.lives} ${name}; --seed=${seed} repeats its moments`);
    const dataDir = (await temporaryFolder()).path;
    // The embedded engine dies with the server, so this test always uses it.
    const server = await startCrashingServer({ dataDir, env: { AWS_ENDPOINT_URL_DYNAMODB: '' } });
    const limits = { owner: HIGHEST, customer: HIGHEST };
    const keys = await createLimitedAccounts(dataDir, limits, '');
    const counts = { answered: 0, unanswered: 0 };
    const untrue: string[] = [];

    const ask = async (role: Role, path: string, options: CallOptions = {}): Promise<Answer> =>
      call(path, { ...options, key: keys.get(role) ?? '' }, await server.running());
    const send: Clients['send'] = async (role, path, options) => {
      // A slow machine may answer 503 or 504.
      const answer = await ask(role, path, options).catch(() => undefined);
      const known = answer !== undefined && answer.status < 500;
      counts[known ? 'answered' : 'unanswered'] += 1;
      return known ? answer : undefined;
    };
    const sendOn: Clients['sendOn'] = async (role, path, status, options) => {
      for (;;) {
        const answer = await send(role, path, options);
        if (answer === undefined) continue;
        if (answer.status !== status) untrue.push(`${path}: ${answer.status} ${answer.text}`);
        return answer;
      }
    };
    const list: Clients['list'] = async <Item>(role: Role, path: string) => {
      const items: Item[] = [];
      let page: string | undefined = `${path}limit=100`;
      while (page !== undefined) {
        const { body, headers } = await ask(role, page);
        items.push(...(body as Item[]));
        page = /<(.+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
      }
      return items;
    };
    const { live, compare } = kind.open({
      send,
      sendOn,
      list,
      untrue: (what) => untrue.push(what),
    });

    /** Kills the server once in each part of the work, at a moment that the seed chooses. */
    const killNowAndThen = async (): Promise<void> => {
      const part = (kind.lives * kind.requests) / KILLS;
      for (let nth = 0; nth < KILLS; nth += 1) {
        const after = Math.floor(part * 0.8 * (nth + chance(seed, `${name} kill ${nth}`)));
        while (counts.answered < after) await setTimeout(5);
        await server.crash();
        say(`killed after ${counts.answered} answers, and started again`);
      }
    };
    let begun = 0;
    const work = async () => {
      while (begun < kind.lives) {
        begun += 1;
        await live(begun);
      }
    };
    await Promise.all([killNowAndThen(), ...Array.from({ length: CLIENTS }, work)]);
    await server.crash();

    const { faults, folded } = await compare();
    const found = Object.entries(faults).map(([kind, all]) => `${kind} ${all.length}`);
    say([`answered ${counts.answered}`, `unanswered ${counts.unanswered}`, ...found].join(', '));
    expect(faults).toEqual(Object.fromEntries(Object.keys(faults).map((kind) => [kind, []])));
    expect(untrue).toEqual([]);
    expect(server.failures()).toEqual([]);
    expect(await expectFoldedLogsOf(dataDir, '')).toMatchObject(folded);
  },
);

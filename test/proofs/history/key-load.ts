import { appendFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { AUTHORIZER_CACHE_SECONDS } from '../../../lib/accounts/api-key.ts';
import { chance, pick, weigh } from './chance.ts';
import type { KeyOperation } from './key-history.ts';
import type { Target } from './load.ts';
import { type Request, sendOnce } from './send.ts';

/** A key that clients know. */
interface Known {
  readonly id: string;
  readonly apiKey: string;
  readonly name: string;
}

type Asked = Omit<KeyOperation, 'by' | 'call' | 'listed' | 'made' | 'return' | 'status'>;

const REQUESTS = { ask: 30, use: 18, create: 14, roll: 12, revoke: 12, list: 6 } as const;

const CLIENTS = 4;
/** Keys that clients know: together with those of lost answers less than the account's limit. */
const MOST = 8;
/** The account whose keys these are. Its first key stays. */
const ACCOUNT = 'north';
/** Milliseconds that a client waits for an answer, and between two requests. */
const [TIMEOUT_MS, PAUSE_MS] = [4000, 20];

const shown = z.object({ id: z.string(), name: z.string() });
const account = z.object({ key: shown });
const issued = z.object({ id: z.string(), apiKey: z.string() });

const now = (): number => Math.round(performance.now() * 1000);

const requestOf = ({ op, key, name }: Asked): Request => {
  switch (op) {
    case 'ask':
      return { method: 'GET', path: '/account' };
    case 'use':
      return { method: 'GET', path: '/categories?limit=1' };
    case 'list':
      return { method: 'GET', path: '/keys' };
    case 'create':
      return { method: 'POST', path: '/keys', body: { name } };
    case 'roll':
      return { method: 'POST', path: `/keys/${key}/roll`, body: { overlapHours: 0 } };
    case 'revoke':
      return { method: 'DELETE', path: `/keys/${key}` };
  }
};

/**
 * Has clients create, roll, revoke, list and use keys until it is ended, and then looks at what is left.
 * @param outlast whether a last key is used after its revocation until it is refused
 * @returns the history, which it also writes
 */
export const runKeyLoad = async (
  {
    seed,
    file,
    outlast,
  }: { readonly seed: number; readonly file: string; readonly outlast: boolean },
  { baseUrl, keys }: Target,
  ended: () => boolean,
): Promise<readonly KeyOperation[]> => {
  const history: KeyOperation[] = [];
  const apiKey = keys.get(ACCOUNT) ?? '';
  const askWhose = async () =>
    sendOnce(requestOf({ op: 'ask' }), { baseUrl: await baseUrl(0), apiKey }, TIMEOUT_MS);
  let whose = await askWhose();
  // A slow machine may take longer to load the functions.
  for (let tries = 1; whose.kind !== 'answered' && tries < 5; tries += 1) whose = await askWhose();
  if (whose.kind !== 'answered') throw new Error('The service does not answer');
  const root: Known = { ...account.parse(whose.answer.body).key, apiKey };
  const working: Known[] = [];
  const gone: Known[] = [];
  /** Names of keys that are being made: whoever lists them does not know them yet. */
  const underWay = new Map<string, number>();
  const count = (name: string, by: number) => underWay.set(name, (underWay.get(name) ?? 0) + by);
  const forget = (known: Known) => {
    const at = working.indexOf(known);
    if (at >= 0) gone.push(...working.splice(at, 1));
  };

  const send = async (client: number, asked: Asked, by: Known): Promise<KeyOperation> => {
    const address = { baseUrl: await baseUrl(client), apiKey: by.apiKey };
    const call = now();
    const outcome = await sendOnce(requestOf(asked), address, TIMEOUT_MS);
    const sent: KeyOperation = { ...asked, by: by.id, call };
    if (outcome.kind === 'limited') await setTimeout(1000 * outcome.seconds);
    if (outcome.kind === 'limited' || outcome.kind === 'not-sent') {
      await setTimeout(PAUSE_MS);
      return sent;
    }
    const { status, body } = outcome.kind === 'answered' ? outcome.answer : {};
    const answered = { ...sent, ...(status !== undefined && { return: now(), status }) };
    if (status !== undefined && status < 300) {
      if (asked.op === 'list') {
        const listed = z
          .array(shown)
          .parse(body)
          .map(({ id, name }) => [id, name] as const);
        Object.assign(answered, { listed: Object.fromEntries(listed) });
      }
      if (asked.op === 'create' || asked.op === 'roll') {
        const { id, apiKey } = issued.parse(body);
        Object.assign(answered, { made: id });
        working.push({ id, apiKey, name: asked.name ?? '' });
      }
    }
    // A read without an answer says nothing.
    const isRead = ['ask', 'list', 'use'].includes(asked.op);
    if (status !== undefined || !isRead) {
      history.push(answered);
      appendFileSync(file, `${JSON.stringify(answered)}\n`);
    }
    return answered;
  };

  /** Lists the keys, and revokes those of which nobody knows: lost answers leave them. */
  const clean = async (client: number): Promise<void> => {
    const known = new Set([...working, ...gone].map(({ id }) => id));
    const { listed = {} } = await send(client, { op: 'list' }, root);
    for (const { made } of history) if (made) known.add(made);
    for (const [id, name] of Object.entries(listed)) {
      if (known.has(id) || underWay.get(name) || id === root.id) continue;
      await send(client, { op: 'revoke', key: id }, root);
    }
  };

  const turn = async (client: number, nth: number): Promise<void> => {
    const choose = (what: string): number => chance(seed, `keys ${client} ${nth} ${what}`);
    const known = pick(choose('ended') < 0.3 ? gone.slice(-4) : working, choose('key')) ?? root;
    const others = [...working, ...gone.slice(-2)];
    const by = choose('by') < 0.5 ? root : (pick(others, choose('by key')) ?? root);
    const drawn = weigh(REQUESTS, choose('request')) ?? 'ask';
    const op = drawn === 'create' && working.length >= MOST ? 'revoke' : drawn;
    if (op === 'list') return clean(client);
    if (op === 'ask' || op === 'use') return void (await send(client, { op }, known));
    if (op === 'create') {
      const name = `c${client} n${nth}`;
      count(name, 1);
      const { status } = await send(client, { op, name }, by);
      count(name, -1);
      if (status === 409) await clean(client);
      return;
    }
    if (known === root) return;
    const { id: key, name } = known;
    if (op === 'roll') count(name, 1);
    const { status } = await send(client, { op, key, ...(op === 'roll' && { name }) }, by);
    if (op === 'roll') count(name, -1);
    // Without an answer, others see whether it happened.
    if (status === undefined || status < 300 || status === 404) forget(known);
  };

  const work = async (client: number): Promise<void> => {
    for (let nth = 0; !ended(); nth += 1) {
      await turn(client, nth);
      await setTimeout(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));

  for (const known of [...working, ...gone.slice(-8)]) await send(0, { op: 'ask' }, known);
  await clean(0);
  if (outlast) {
    const { made } = await send(0, { op: 'create', name: 'the last' }, root);
    const last = working.find(({ id }) => id === made);
    // Revoked keys that still count may leave no room: then the history shows that.
    if (last === undefined) return history;
    await send(0, { op: 'use' }, last);
    await send(0, { op: 'revoke', key: last.id }, root);
    const end = now() + 2 * AUTHORIZER_CACHE_SECONDS * 1e6;
    while (now() < end && (await send(0, { op: 'use' }, last)).status !== 401)
      await setTimeout(250);
  }
  await send(0, { op: 'list' }, root);
  return history;
};

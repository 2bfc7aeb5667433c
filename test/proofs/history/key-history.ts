import { AUTHORIZER_CACHE_SECONDS } from '../../../lib/accounts/api-key.ts';

/** A request with a key, or about one. Times are microseconds of one monotonic clock. */
export interface KeyOperation {
  /**
   * `ask` is getAccount, which reads the account; `use` is an operation that believes the authorizer's cache. A `roll` ends the
   * old key at once.
   */
  readonly op: 'ask' | 'create' | 'list' | 'revoke' | 'roll' | 'use';
  /** The id of the key that it carries. */
  readonly by: string;
  /** The id of the key that it revokes or rolls. */
  readonly key?: string;
  /** Of a key that it creates; a successor has the name of the old key. */
  readonly name?: string;
  readonly call: number;
  /** Missing with `status` if its result is unknown. */
  readonly return?: number;
  readonly status?: number;
  /** The id of the new key. */
  readonly made?: string;
  /** Names by ids. */
  readonly listed?: Readonly<Record<string, string>>;
}

/**
 * How much longer than the cache keeps it an answer of the authorizer may count: it read the key before it answered, and the
 * cache begins when it has answered. In microseconds.
 */
const SLACK = 2_000_000;

/** What the operations of a history say of one key. */
interface Evidence {
  /** A moment at which it still worked: it did not end before. */
  works: number;
  /** A moment at which it had ended. */
  ended: number;
  /** What may have ended it. */
  readonly causes: KeyOperation[];
}

const returned = ({ return: at = Infinity }: KeyOperation): number => at;

const isDone = ({ status = 500 }: KeyOperation): boolean => status < 300;

const gather = (history: readonly KeyOperation[]): ReadonlyMap<string, Evidence> => {
  const all = new Map<string, Evidence>();
  const of = (id: string): Evidence => {
    const found = all.get(id) ?? { works: 0, ended: Infinity, causes: [] };
    all.set(id, found);
    return found;
  };
  for (const each of history) {
    const { op, by, key, call, status } = each;
    const worksAt = (id: string) => Object.assign(of(id), { works: Math.max(of(id).works, call) });
    const endedAt = (id: string) =>
      Object.assign(of(id), { ended: Math.min(of(id).ended, returned(each)) });
    if (status === 401) endedAt(by);
    // These read the account, so they do not depend on the cache.
    else if (status !== undefined && op !== 'use' && op !== 'list') worksAt(by);
    if (key === undefined || (op !== 'revoke' && op !== 'roll')) continue;
    if (status === undefined || isDone(each)) of(key).causes.push(each);
    if (isDone(each)) {
      worksAt(key);
      endedAt(key);
    }
    if (status === 404) endedAt(key);
  }
  return all;
};

/** Whether a key can have ended by this, at a moment that everything else fits. */
const fits = (cause: KeyOperation, { works, ended }: Evidence): boolean =>
  Math.max(works, cause.call) <= Math.min(ended, returned(cause));

/** Whether it rolled a key, as far as anyone knows: a lost answer may have. */
const mayRoll = ({ op, status }: KeyOperation): boolean => op === 'roll' && status === undefined;

const lifeFaults = (id: string, evidence: Evidence, history: readonly KeyOperation[]): string[] => {
  const { causes, ended } = evidence;
  const faults: string[] = [];
  if (ended < Infinity && !causes.some((cause) => fits(cause, evidence))) {
    faults.push(`${id}: no moment at which it ended fits all answers`);
  }
  if (causes.filter((cause) => cause.op === 'roll' && isDone(cause)).length > 1) {
    faults.push(`${id}: it was rolled twice`);
  }
  const latest = ended + AUTHORIZER_CACHE_SECONDS * 1e6 + SLACK;
  const late = history.find(
    ({ op, by, call, status }) => op === 'use' && by === id && status === 200 && call > latest,
  );
  if (late) faults.push(`${id}: it was used ${(late.call - ended) / 1e6} s after its end`);
  return faults;
};

/** Checks keys that no answer showed, and that were listed: each must come from a request without an answer. */
const strangerFaults = (
  history: readonly KeyOperation[],
  all: ReadonlyMap<string, Evidence>,
): string[] => {
  const known = new Set(
    history.flatMap(({ made: id, by }) => (id === undefined ? [by] : [id, by])),
  );
  /** When each was first listed. */
  const strangers = new Map<string, { readonly name: string; readonly at: number }>();
  for (const each of history.toSorted((one, other) => returned(one) - returned(other))) {
    for (const [id, name] of Object.entries(each.listed ?? {})) {
      if (!known.has(id) && !strangers.has(id)) strangers.set(id, { name, at: returned(each) });
    }
  }
  const lost = history.filter(
    ({ op, status }) => (op === 'create' || op === 'roll') && status === undefined,
  );
  const faults: string[] = [];
  for (const [id, { name, at }] of strangers) {
    const explains = ({ op, key = '', name: given, call }: KeyOperation): boolean => {
      if (given !== name || call > at) return false;
      if (op === 'create') return true;
      const old = all.get(key);
      // Its transaction makes the one and ends the other.
      return old !== undefined && old.works <= at && !old.causes.some((each) => isDone(each));
    };
    if (!lost.some(explains)) faults.push(`${id}: it was listed, and nobody made it`);
  }
  const count = (name: string) =>
    [...strangers.values()].filter((each) => each.name === name).length;
  for (const name of new Set([...strangers.values()].map((each) => each.name))) {
    const most = lost.filter((each) => each.name === name).length;
    if (count(name) > most) faults.push(`${name}: ${count(name)} keys of ${most} requests`);
  }
  const last = history.findLast(({ op, status }) => op === 'list' && status === 200);
  for (const [id, evidence] of all) {
    const possible = evidence.causes.filter((cause) => fits(cause, evidence));
    const name = possible.find(mayRoll)?.name ?? '';
    if (
      evidence.ended < (last?.call ?? 0) &&
      possible.every(mayRoll) &&
      name &&
      count(name) === 0
    ) {
      faults.push(`${id}: it was rolled, and its successor is on no list`);
    }
  }
  return faults;
};

/**
 * Checks that clients saw keys as a register: each works from its creation until it is revoked or rolled, once, and is used no
 * longer than the authorizer's cache allows after that. A request without an answer has happened or not.
 * @returns what does not fit, a line each
 */
export const checkKeys = (history: readonly KeyOperation[]): readonly string[] => {
  const all = gather(history);
  const faults = [...all].flatMap(([id, evidence]) => lifeFaults(id, evidence, history));
  const made = history.flatMap(({ made: id }) => id ?? []);
  const twice = made.filter((id, at) => made.indexOf(id) !== at);
  return [
    ...faults,
    ...strangerFaults(history, all),
    ...twice.map((id) => `${id}: it was made twice`),
  ];
};

/** The seconds from the end of a key, as it was answered, to the last request that was allowed with it. */
export const longestUse = (history: readonly KeyOperation[]): number => {
  const all = gather(history);
  const late = history
    .filter(({ op, status }) => op === 'use' && status === 200)
    .map(({ by, call }) => call - (all.get(by)?.ended ?? Infinity));
  return Math.max(0, ...late) / 1e6;
};

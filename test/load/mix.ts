import { parseJson, writeJson } from '../../lib/http/json.ts';
import { Pet, Pets } from '../../lib/pets/pet.ts';
import type { Target } from './target.ts';

/** The operations of a load, as reports name them. */
export const OPERATIONS = ['listPets', 'getPet', 'createPet', 'createMessage'] as const;
export type OperationId = (typeof OPERATIONS)[number];

/** One request to send, and what its answer must be. */
export interface LoadRequest {
  readonly operation: OperationId;
  readonly url: string;
  /** Sent with POST. */
  readonly body?: string;
  /** The one status that is a success. */
  readonly status: 200 | 201 | 202;
  /** Takes what later requests follow from a success. */
  readonly learn?: (answer: { readonly link: string | null; readonly body: string }) => void;
}

/** Gives the request for each place in the order of a load. */
export type Mix = (place: number) => LoadRequest;

/** Ids and links that are kept for later requests, at most. */
const KEPT = 1000;

/**
 * Mixes a load as an adoption site would make it: of a hundred requests 60 list pets (pages from the
 * beginning, of a status, a hundred at once, and on along cursors), 25 get a pet, 10 create one and 5
 * send a message. What is got and followed is what earlier answers named.
 */
export const createMix = ({ baseUrl, quickstartUrl }: Omit<Target, 'apiKeys'>): Mix => {
  const ids: bigint[] = [];
  const links: string[] = [];

  const list = (query: string): LoadRequest => listAt(`${baseUrl}/pets${query}`);
  const listAt = (url: string): LoadRequest => ({
    operation: 'listPets',
    url,
    status: 200,
    learn: ({ link, body }) => {
      const [, next] = /^<(.+)>; rel="next"$/.exec(link ?? '') ?? [];
      if (next !== undefined) keep(links, next);
      for (const { id } of Pets.parse(parseJson(body)).slice(0, 1)) keep(ids, id);
    },
  });
  const create = (place: number): LoadRequest => ({
    operation: 'createPet',
    url: `${baseUrl}/pets`,
    body: writeJson({
      name: `Load ${place}`,
      categoryId: (BigInt(place) * 9_007_199_254_740_993n) % 2n ** 63n,
      status: ['available', 'pending', 'sold'][place % 3],
    }),
    status: 201,
    learn: ({ body }) => keep(ids, Pet.parse(parseJson(body)).id),
  });
  const get = (place: number): LoadRequest => {
    const id = ids[place % ids.length];
    if (id === undefined) return create(place);
    return { operation: 'getPet', url: `${baseUrl}/pets/${id}`, status: 200 };
  };
  const message = (place: number): LoadRequest => ({
    operation: 'createMessage',
    url: `${quickstartUrl}/messages`,
    body: writeJson({ message: `Load ${place}` }),
    status: 202,
  });
  const follow = (): LoadRequest => {
    const link = links.shift();
    return link === undefined ? list('') : listAt(link);
  };

  const hundred: readonly Mix[] = [
    ...Array<Mix>(15).fill(() => list('')),
    ...Array<Mix>(5).fill(() => list('?limit=100')),
    ...Array<Mix>(10).fill(() => list('?status=available')),
    ...Array<Mix>(30).fill(follow),
    ...Array<Mix>(25).fill(get),
    ...Array<Mix>(10).fill(create),
    ...Array<Mix>(5).fill(message),
  ];
  // 37 has no factor in common with 100: every kind comes as often as it is there, well spread.
  return (place) => hundred[(place * 37) % hundred.length]?.(place) ?? list('');
};

const keep = <Value>(kept: Value[], value: Value): void => {
  kept.push(value);
  if (kept.length > KEPT) kept.shift();
};

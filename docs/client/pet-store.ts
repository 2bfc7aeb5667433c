import createClient from 'openapi-fetch';
import { parseJson, writeJson } from './json.ts';
import type { components, paths } from './openapi.d.ts';
import { fetchWithRetry } from './retry.ts';

export type NewPet = components['schemas']['NewPet'];
export type Pet = components['schemas']['Pet'];
export type PetStatus = components['schemas']['PetStatus'];

/** openapi-fetch calls json() on every success that has a length, and JSON.parse on all else. */
class LosslessResponse extends Response {
  override readonly json = async (): Promise<unknown> => parseJson(await this.text());
}

const lossless = async (response: Response): Promise<Response> => {
  const text = await response.text();
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  headers.set('Content-Length', String(text.length));
  return new LosslessResponse(text, { status, statusText, headers });
};

/** Creates a typed client of the pets' address; every int64 of a success is a bigint. */
export const createPetStore = (baseUrl: string, apiKey: string) => {
  const petStore = createClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${apiKey}` },
    bodySerializer: writeJson,
    fetch: fetchWithRetry,
  });
  petStore.use({ onResponse: ({ response }) => lossless(response) });
  return petStore;
};

export type PetStore = ReturnType<typeof createPetStore>;

/**
 * Puts a pet up for adoption, once however often the request has to be sent.
 * @param idempotencyKey to be kept and given again where this must be repeated later, within a day
 * @throws Error with the service's code and message; after `unavailable`, `timeout` or a broken
 * connection the pet may be there all the same, and the same key brings it to light
 */
export const createPet = async (
  petStore: PetStore,
  pet: NewPet,
  idempotencyKey: string = crypto.randomUUID(),
): Promise<Pet> => {
  const { data, error } = await petStore.POST('/pets', {
    params: { header: { 'Idempotency-Key': idempotencyKey } },
    body: pet,
  });
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return data;
};

/**
 * Gives every pet, page by page, in ascending order of id.
 * @throws Error with the service's code and message
 */
export async function* allPets(
  petStore: PetStore,
  query: { readonly limit?: number; readonly status?: PetStatus } = {},
): AsyncGenerator<Pet> {
  let url: string | undefined;
  do {
    const page = url;
    const { data, error, response } = await petStore.GET('/pets', {
      params: { query },
      // The next page's URL is to be followed as it is.
      ...(page && { fetch: (request: Request) => fetchWithRetry(new Request(page, request)) }),
    });
    if (error) throw new Error(`${error.code}: ${error.message}`);
    yield* data;
    url = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
  } while (url);
}

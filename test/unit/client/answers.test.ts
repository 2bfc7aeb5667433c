import { describe, expect, test } from '@jest/globals';
import { ORDER_EXAMPLE } from '../../../lib/orders/order.ts';
import { writeJson } from '../../../lib/values/json.ts';
import { WEBHOOK_EXAMPLE } from '../../../lib/webhooks/webhook.ts';
import { PetStore, Quickstart } from '../../../packages/client/src/index.ts';
import { startStubService } from '../../support/stub-service.ts';
import { errorOf, PET, startStore } from './store.ts';

const [ORDER, WEBHOOK] = JSON.parse(writeJson([ORDER_EXAMPLE, WEBHOOK_EXAMPLE]));
const MESSAGE = { id: 'a', message: 'Hello', status: 'queued', createdAt: 'now' };
const DOGS = { name: 'Dogs' };
const CATEGORY = { id: 1, ...DOGS };
const EVENT = { position: 1, createdAt: 'now', type: 'pet.created', data: PET };
const NEW_WEBHOOK = { url: WEBHOOK_EXAMPLE.url, secret: 'whsec_1' };

/** A call for each kind of answer, and an answer that fits it. Types hold that other calls take the same kind. */
const CALLS: Readonly<
  Record<string, readonly [unknown, (store: PetStore & Quickstart) => Promise<unknown>]>
> = {
  createPet: [PET, (store) => store.createPet({ name: 'Rex', categoryId: 1n })],
  listPets: [[PET], (store) => store.listPets()],
  placeOrder: [ORDER, (store) => store.placeOrder({ petId: 1n })],
  listOrders: [[ORDER], (store) => store.listOrders()],
  putCategory: [CATEGORY, (store) => store.putCategory(1n, DOGS)],
  listCategories: [[CATEGORY], (store) => store.listCategories()],
  listEvents: [[EVENT], (store) => store.listEvents()],
  createMessage: [MESSAGE, (store) => store.createMessage({ message: 'Hello' })],
  deletePet: [undefined, (store) => store.deletePet(1n)],
  createWebhook: [WEBHOOK, (store) => store.createWebhook(NEW_WEBHOOK)],
  listWebhooks: [[WEBHOOK], (store) => store.listWebhooks()],
};

/** Texts that are not an answer such as this one: another kind of value, a member that is missing or of another type. */
const unlike = (answer: unknown): readonly unknown[] => {
  if (Array.isArray(answer)) {
    return [null, 'Rex', {}, ...unlike(answer[0]).map((item) => [answer[0], item])];
  }
  const others = [null, true, 7, 'Rex', [], {}];
  if (typeof answer !== 'object') return others;
  const damaged = Object.entries(answer ?? {}).flatMap(([member, value]) =>
    // The client does not look into an object.
    [undefined, null, true, 1.5, ...(typeof value === 'object' ? [] : [[], {}])].map((wrong) => ({
      ...answer,
      [member]: wrong,
    })),
  );
  return [...others, ...damaged];
};

test.each(Object.entries(CALLS))(
  '%s takes what its document says, also with members that it does not know, and refuses any other answer without a repetition',
  async (name, [answer, call]) => {
    let text = '';
    await using service = await startStubService((_request, response) => {
      if (name === 'listEvents') response.setHeader('Link', '<http://a/?after=1>; rel="next"');
      return response.setHeader('ETag', '"1"').end(text);
    });
    const Client = name === 'createMessage' ? Quickstart : PetStore;
    const options = { baseUrl: service.baseUrl, apiKey: 'pet_test_key' };
    const client = new Client(options) as PetStore & Quickstart;
    const send = async (body: string) => {
      text = body;
      const [result] = await Promise.allSettled([call(client)]);
      return [body, result, service.requests.splice(0).length];
    };

    const known = JSON.stringify(answer) ?? '';
    for (const body of [known, known.replace(/\{/g, '{"later":[1],')])
      expect(await send(body)).toMatchObject([body, { status: 'fulfilled' }, 1]);

    const reason = { name: 'PetStoreError', code: 'unexpected_answer', status: 200 };
    const wrong = unlike(answer).map((value) => JSON.stringify(value));
    for (const body of [...wrong, ...(answer === undefined ? [] : [''])])
      expect(await send(body)).toMatchObject([body, { status: 'rejected', reason }, 1]);
  },
);

describe('a client that reads a thing again', () => {
  /** Has the pet, the category and the webhook in one state. */
  const startService = () =>
    startStore(({ url, headers }, response) => {
      if (headers['if-none-match'] === '"1"') return response.writeHead(304, { ETag: '"1"' }).end();
      const thing = [PET, CATEGORY, WEBHOOK].find(
        (_, nth) => url.split('/')[2]?.[0] === 'pcw'[nth],
      );
      return response
        .setHeader('ETag', '"1"')
        .end(JSON.stringify(url.includes('?') ? [thing] : thing));
    });

  test('gets its own object back if nothing changed', async () => {
    await using service = await startService();
    const { store } = service;
    const [pet, category] = [await store.getPet(1n), await store.getCategory(1n)];
    expect(await store.getPet(1n, { known: pet })).toBe(pet);
    expect((await store.petsByIds([1n], { known: pet }))[0]).toBe(pet);
    expect((await store.listPets({ ids: [1n] }, { known: pet })).items[0]).toBe(pet);
    expect(await store.getCategory(1n, { known: category })).toBe(category);
    const webhook = await store.getWebhook('whk_1');
    expect(await store.getWebhook('whk_1', { known: webhook })).toBe(webhook);
  });

  test('changes it only in the state that it has', async () => {
    await using service = await startService();
    const { store, received } = service;
    const [[pet], category] = [await store.petsByIds([1n]), await store.getCategory(1n)];
    if (pet === undefined) throw new Error('There is no pet');
    received.length = 0;
    // The service answers deletes with a body, which the client does not take.
    await Promise.allSettled([
      store.updatePet(pet, {}),
      store.deletePet(pet),
      store.putCategory(category, DOGS),
      store.deleteCategory(category),
    ]);
    expect(received.map(({ headers }) => headers['if-match'])).toEqual(Array(4).fill('"1"'));
    await store.putCategory(1n, DOGS, { onlyNew: true });
    expect(received.at(-1)?.headers['if-none-match']).toBe('*');
  });

  test('gets the thing if it has none with a tag, and no thing of 304 that it did not ask for', async () => {
    await using service = await startService();
    const { store } = service;
    const known = { ...(await store.getPet(1n)) };
    const read = await store.getPet(1n, { known });
    expect(read).toEqual(known);
    expect(read).not.toBe(known);
    await using other = await startStore(() => 304);
    const wrong = other.store;
    for (const call of [wrong.getPet(1n), wrong.listPets(), wrong.deletePet(1n)]) {
      expect(await errorOf(call)).toMatchObject({ code: 'unexpected_answer', status: 304 });
    }
  });
});

test.each([301, 307])(
  'the client does not follow a %s: neither the request nor the key goes elsewhere',
  async (status) => {
    await using elsewhere = await startStubService((_request, response) =>
      response.end(JSON.stringify(PET)),
    );
    await using service = await startStore((_request, response) =>
      response.writeHead(status, { Location: `${elsewhere.baseUrl}/pets` }).end(),
    );
    expect(await errorOf(service.store.createPet({ name: 'Rex', categoryId: 1n }))).toMatchObject({
      code: 'unexpected_answer',
      status,
      message: expect.stringMatching(/redirect.*baseUrl/),
      safeToRepeat: false,
    });
    expect(service.requests).toEqual(['POST /v1/pets']);
    expect(elsewhere.requests).toEqual([]);
  },
);

describe.each(['pet', 'category'] as const)(
  '“not found” after a repeated delete of a %s',
  (kind) => {
    test.each([
      ['is what was wanted', 503],
      ['is what was wanted', 'a broken connection'],
      // It did nothing.
      ['is an error', 429],
    ])('%s after %s', async (end, first) => {
      const code = `${kind}_not_found`;
      await using service = await startStore(({ socket }, response) => {
        if (service.requests.length > 1)
          response.writeHead(404).end(JSON.stringify({ code, message: 'None', status: 404 }));
        else if (typeof first === 'string') socket.destroy();
        else response.writeHead(first).end('{"code":"other","message":"Later","status":0}');
      });
      const { store, requests } = service;
      const call = kind === 'pet' ? store.deletePet(1n) : store.deleteCategory(1n);
      const [result] = await Promise.allSettled([call]);
      expect(requests).toHaveLength(2);
      const error = { reason: { code, status: 404, attempts: 2 } };
      expect(result).toMatchObject(end === 'is an error' ? error : { status: 'fulfilled' });
    });
  },
);

test('a list whose next page is the page itself ends with an error', async () => {
  await using service = await startStore((_request, response) =>
    response
      .setHeader('Link', '<https://a.example/v1/pets?cursor=c>; rel="next"')
      .end(JSON.stringify([PET])),
  );
  const message = expect.stringContaining('cache');
  const expected = { code: 'unexpected_answer', message };
  const readAll = async () => {
    for await (const { id } of service.store.allPets()) expect(id).toBe(1n);
  };
  expect(await errorOf(readAll)).toMatchObject(expected);
  expect(service.requests).toHaveLength(2);
});

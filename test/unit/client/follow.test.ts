import { expect, jest, test } from '@jest/globals';
import { PET, startStore } from './store.ts';

const UNAVAILABLE = '{"code":"service_unavailable","message":"Later","status":503}';

/** A client of a service with a log of one event after each position. Twice six answers fail, one more than the client repeats. */
const flaky = (linkOf: (after: number) => string | undefined) => {
  let answers = 0;
  return startStore(({ url = '' }, response) => {
    answers += 1;
    if ((answers > 3 && answers < 10) || (answers > 12 && answers < 19))
      return response.writeHead(503).end(UNAVAILABLE);
    if (!url.includes('/events')) return response.end(JSON.stringify([PET]));
    const after = Number(/after=(\d+)/.exec(url)?.[1] ?? 0);
    const isLast = url.includes('latest') || after >= 20;
    const position = after + 1;
    const event = { position, createdAt: 'now', type: 'pet.updated', data: PET };
    const link = linkOf(isLast ? after : position);
    if (link !== undefined) response.setHeader('Link', link);
    return response.end(JSON.stringify(isLast ? [] : [event]));
  });
};

const NEXT = (after: number) => `<https://a.example/v1/events?after=${after}>; rel="next"`;

test('followEvents and copyPets go on after failures, and give nothing twice', async () => {
  // The client's pauses are the shortest.
  jest.spyOn(Math, 'random').mockReturnValue(0);
  await using service = await flaky(NEXT);
  const { store } = service;
  const positions: bigint[] = [];
  for await (const { position } of store.followEvents({}, { pause: 1 })) {
    positions.push(position);
    if (position === 4n) break;
  }
  expect(positions).toEqual([1n, 2n, 3n, 4n]);
  for await (const pets of store.copyPets({ pause: 1 })) {
    expect(pets.size).toBe(1);
    break;
  }
});

test('followEvents asks a service that fails less and less often, also without a pause', async () => {
  await using service = await startStore((_request, response) => response.writeHead(500).end());
  const signal = AbortSignal.timeout(1500);
  const next = service.store.followEvents({}, { pause: 0, signal })[Symbol.asyncIterator]().next();
  await expect(next).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(service.requests.length).toBeLessThan(8);
});

test.each([
  undefined,
  'nonsense',
  '</v1/events?after=1>; rel="next"',
  '<https://a.example/v1/events?after=x>; rel="next"',
  '<https://a.example/v1/events>; rel="next"',
])('followEvents fails where the link to the next page is %s', async (link) => {
  await using service = await flaky(() => link);
  const next = service.store.followEvents()[Symbol.asyncIterator]().next();
  await expect(next).rejects.toMatchObject({ code: 'unexpected_answer', safeToRepeat: false });
});

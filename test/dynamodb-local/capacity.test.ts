import { BatchWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { CAPACITY, type Capacity } from '../../infra/cost/capacity.ts';
import { buildRecordUse } from '../../lib/accounts/record-use.ts';
import { buildCounter } from '../../lib/counter.ts';
import { buildMessageCreation } from '../../lib/messages/create-message.ts';
import { buildPetCreation } from '../../lib/pets/create-pet.ts';
import { buildGetPet } from '../../lib/pets/get-pet.ts';
import { buildListPets } from '../../lib/pets/list-pets.ts';
import { createWith } from '../support/create.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { issueTestKey, openTestStage } from '../support/test-stage.ts';

/** Pets in the table, each about 222 bytes as stored. */
const PETS = 1500;
const NAME = 'x'.repeat(182);

const consumed = z.object({ ConsumedCapacity: z.object({ CapacityUnits: z.number() }) });

let engine: TestEngine;
let cost: { -readonly [member in keyof Capacity]: number };
let underWay = 0;

const measure = async (work: () => Promise<unknown>): Promise<Capacity> => {
  cost = { trips: 0, requests: 0, readUnits: 0, writeUnits: 0 };
  await work();
  return cost;
};

beforeAll(async () => {
  engine = await openEngine();
  const { client, tables } = engine;
  const ids = Array.from({ length: PETS }, (_, index) => BigInt(index + 1));
  while (ids.length > 0) {
    const PutRequests = ids.splice(0, 25).map((id) => ({
      PutRequest: {
        Item: { idRange: id / 1000n, id, name: NAME, categoryId: id, status: 'available' },
      },
    }));
    await client.send(new BatchWriteCommand({ RequestItems: { [tables.pets]: PutRequests } }));
  }
  await client.send(
    new UpdateCommand({
      TableName: tables.counters,
      Key: { name: 'pets' },
      UpdateExpression: 'SET #value = :value',
      ExpressionAttributeNames: { '#value': 'value' },
      ExpressionAttributeValues: { ':value': PETS },
    }),
  );
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (underWay === 0) cost.trips += 1;
        cost.requests += 1;
        underWay += 1;
        try {
          Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
          const result = await next(args);
          const kind = /^(Get|Query)/.test(commandName ?? '') ? 'readUnits' : 'writeUnits';
          cost[kind] += consumed.parse(result.output).ConsumedCapacity.CapacityUnits;
          return result;
        } finally {
          underWay -= 1;
        }
      },
    { step: 'initialize', priority: 'high' },
  );
});
afterAll(() => engine.close());

describe('DynamoDB Local reports', () => {
  const list = (page: { after: bigint; limit: number; status?: 'available' }) => () =>
    buildListPets(
      engine.client,
      engine.tables.pets,
      buildCounter(engine.client, engine.tables.counters, 'pets'),
    )(page);

  test.each([
    ['20', list({ after: 0n, limit: 20 }), CAPACITY.list20],
    ['100', list({ after: 300n, limit: 100 }), CAPACITY.list100],
    [
      '20 of a status',
      list({ after: 0n, limit: 20, status: 'available' }),
      CAPACITY.list20OfStatus,
    ],
    [
      '100 of a status',
      list({ after: 300n, limit: 100, status: 'available' }),
      CAPACITY.list100OfStatus,
    ],
    [
      '20 across the end of a range of ids',
      list({ after: 990n, limit: 20 }),
      { trips: 2, requests: 3, readUnits: 3, writeUnits: 0 },
    ],
    // DynamoDB Local counts nothing for a query that finds nothing; AWS counts a unit.
    [
      '20, the last ones',
      list({ after: 1490n, limit: 20 }),
      { trips: 2, requests: 3, readUnits: 2, writeUnits: 0 },
    ],
  ])('for a list of %s: what the design says', async (_what, work, expected) => {
    expect(await measure(work)).toEqual(expected);
  });

  test('for getPet one trip and one unit', async () => {
    const get = buildGetPet(engine.client, engine.tables.pets);
    expect(await measure(() => get(700n))).toEqual(CAPACITY.getPet);
  });

  test('for createPet two trips and three units: counter, pet, index', async () => {
    const ids = buildCounter(engine.client, engine.tables.counters, 'pets');
    const create = createWith(buildPetCreation(engine.client, engine.tables.pets, ids));
    const pet = { name: NAME, categoryId: 1n, status: 'sold' } as const;
    expect(await measure(() => create(pet))).toEqual(CAPACITY.createPet);
  });

  test('for createMessage one trip and one unit', async () => {
    const create = createWith(buildMessageCreation(engine.client, engine.tables.messages));
    const message = { message: NAME };
    expect(await measure(() => create(message))).toEqual(CAPACITY.createMessage);
  });

  test('for the authorizer one trip and one unit, and as much again once an hour', async () => {
    const stage = openTestStage(engine);
    const { apiKey, key } = await issueTestKey(stage);
    expect(await measure(() => stage.find(apiKey))).toEqual(CAPACITY.authorizer);
    const recordUse = buildRecordUse(engine.client, engine.tables.apiKeys);
    expect(await measure(() => recordUse(key, new Date()))).toEqual({
      trips: 1,
      requests: 1,
      readUnits: 0,
      writeUnits: 1,
    });
  });
});

import assert from 'node:assert/strict';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { buildGetPet } from '../../../functions/get-pet/store.ts';
import { buildFindKey } from '../../../lib/accounts/find-key.ts';
import { PetEvent } from '../../../lib/events/event.ts';
import { Pet } from '../../../lib/pets/pet.ts';
import { toPet } from '../../../lib/pets/stored-pet.ts';
import { parseJson } from '../../../lib/values/json.ts';
import { until } from '../../support/until.ts';
import type { DeployedStage } from './deployed-stage.ts';

/** The data that was stored through the addresses of a stage. */
export interface StoredData {
  readonly stage: DeployedStage;
  readonly pet: Pet;
  readonly messageId: string;
}

/** Sends a request with the stage's key. */
export const send = (
  { apiKey }: Pick<DeployedStage, 'apiKey'>,
  url: string,
  body?: string,
): Promise<Response> =>
  fetch(url, {
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body }),
  });

/** Stores a pet and a message. */
export const store = async (stage: DeployedStage): Promise<StoredData> => {
  const created = await send(stage, `${stage.baseUrl}/pets`, '{"name":"Rex","categoryId":1}');
  assert.equal(created.status, 201);
  const queued = await send(stage, `${stage.quickstartUrl}/messages`, '{"message":"Hello"}');
  assert.equal(queued.status, 202);
  return {
    stage,
    pet: Pet.parse(parseJson(await created.text())),
    messageId: z.object({ id: z.string() }).parse(await queued.json()).id,
  };
};

/**
 * Expects that the log of events has the pet, half a minute later at most.
 * @returns the milliseconds that it took
 */
export const expectRecorded = async ({ stage, pet }: StoredData): Promise<number> => {
  const start = Date.now();
  await until(async () => {
    const answer = await send(stage, `${stage.baseUrl}/events?limit=100`);
    assert.equal(answer.status, 200);
    const events = z.array(PetEvent).parse(parseJson(await answer.text()));
    const created = events.find(({ type, data }) => type === 'pet.created' && data.id === pet.id);
    if (created !== undefined) assert.deepEqual(created.data, pet);
    return created !== undefined;
  });
  return Date.now() - start;
};

/** Expects that a stage has neither the key nor the pet of another stage, before it has its own pets. */
export const expectSeparate = async (
  one: DeployedStage,
  other: DeployedStage,
  { pet }: StoredData,
): Promise<void> => {
  const statusOf = async (key: DeployedStage, { baseUrl }: DeployedStage) =>
    (await send(key, `${baseUrl}/pets/${pet.id}`)).status;
  assert.equal(await statusOf(one, one), 200, `${one.stackName} has lost its pet`);
  assert.equal(await statusOf(other, other), 404, `${other.stackName} knows a foreign pet`);
  assert.equal(await statusOf(one, other), 401, `${other.stackName} takes a foreign key`);
  assert.equal(await statusOf(other, one), 401, `${one.stackName} takes a foreign key`);
};

/**
 * Reads the pet, the message and the key of a stage from its tables.
 * @throws Error if one of them is lost
 */
export const readBack = async ({ stage, pet, messageId }: StoredData): Promise<void> => {
  const { client, tables, apiKey } = stage;
  const stored = await buildGetPet(client, tables.pets)(pet.id);
  assert.deepEqual(stored && toPet(stored), pet);
  const message = new GetCommand({ TableName: tables.messages, Key: { id: messageId } });
  assert.ok((await client.send(message)).Item, 'The message is lost');
  assert.ok(await buildFindKey(client, tables.apiKeys)(apiKey), 'The key is lost');
};

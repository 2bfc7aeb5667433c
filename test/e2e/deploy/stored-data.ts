import assert from 'node:assert/strict';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { buildGetPet } from '../../../functions/get-pet/store.ts';
import { buildFindKey } from '../../../lib/accounts/find-key.ts';
import { PetEvent } from '../../../lib/events/event.ts';
import { Pet } from '../../../lib/pets/pet.ts';
import { toPet } from '../../../lib/pets/stored-pet.ts';
import { send } from '../../support/client.ts';
import { until } from '../../support/until.ts';
import type { DeployedStage } from './stage.ts';

/** The data that was stored through the addresses of a stage. */
export interface StoredData {
  readonly stage: DeployedStage;
  readonly pet: Pet;
  readonly messageId: string;
}

/** Stores a pet and a message. */
export const store = async (stage: DeployedStage): Promise<StoredData> => {
  const post = (path: string, body: unknown) => send(stage, path, { method: 'POST', body });
  const created = await post('/pets', { name: 'Rex', categoryId: 1 });
  assert.equal(created.status, 201);
  const queued = await post(`${stage.quickstartUrl}/messages`, { message: 'Hello' });
  assert.equal(queued.status, 202);
  const { id: messageId } = z.object({ id: z.string() }).parse(queued.body);
  return { stage, pet: Pet.parse(created.body), messageId };
};

/**
 * Expects that the log of events has the pet, half a minute later at most.
 * @returns the milliseconds that it took
 */
export const expectRecorded = async ({ stage, pet }: StoredData): Promise<number> => {
  const start = Date.now();
  await until(async () => {
    const answer = await send(stage, '/events?limit=100');
    assert.equal(answer.status, 200);
    const events = z.array(PetEvent).parse(answer.body);
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
  const statusOf = async ({ apiKey }: DeployedStage, { baseUrl }: DeployedStage) =>
    (await send({ baseUrl, apiKey }, `/pets/${pet.id}`)).status;
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
  const stored = await buildGetPet(client, tables)(pet.id);
  assert.deepEqual(stored && toPet(stored), pet);
  const message = new GetCommand({ TableName: tables.messages, Key: { id: messageId } });
  assert.ok((await client.send(message)).Item, 'The message is lost');
  assert.ok(await buildFindKey(client, tables)(apiKey), 'The key is lost');
};

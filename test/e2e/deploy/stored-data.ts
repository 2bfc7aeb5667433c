import assert from 'node:assert/strict';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { buildGetPet } from '../../../functions/get-pet/store.ts';
import { buildFindKey } from '../../../lib/accounts/find-key.ts';
import { Pet } from '../../../lib/pets/pet.ts';
import { toPet } from '../../../lib/pets/stored-pet.ts';
import { send } from '../../support/client.ts';
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

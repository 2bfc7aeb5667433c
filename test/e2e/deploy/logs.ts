import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { petKey } from '../../../lib/pets/pet-key.ts';
import { send } from '../../support/client.ts';
import type { MiniStack } from './emulator.ts';
import { type DeployedStage, operate } from './stage.ts';

/**
 * Stores a malformed pet, finds why a request for it fails in the logs, and the line of the source.
 * @param release what was deployed
 */
export const proveLogs = async (
  ministack: MiniStack,
  stage: DeployedStage,
  release: string,
): Promise<void> => {
  const created = await send(stage, '/pets', {
    method: 'POST',
    body: { name: 'Tom', categoryId: 1 },
  });
  const { id } = z.object({ id: z.bigint() }).parse(created.body);
  const Key = petKey(id);
  await stage.client.send(
    new UpdateCommand({
      TableName: stage.tables.pets,
      Key,
      UpdateExpression: 'SET #name = :wrong',
      ExpressionAttributeNames: { '#name': 'name' },
      ExpressionAttributeValues: { ':wrong': 7 },
    }),
  );
  const failed = await send(stage, `/pets/${id}`);
  assert.equal(failed.status, 500);
  const find = async (...words: readonly string[]) =>
    JSON.stringify(await operate(ministack, stage.name, 'logs', ...words));
  const requestId = failed.headers.get('X-Request-Id') ?? '';
  const line = await find('--request', requestId, '--level', 'error');
  assert.match(line, /"functions".*malformed_item/);
  for (const others of [
    ['--code', 'storage_timeout'],
    ['--status', '4xx'],
    ['--text', 'no/where'],
  ]) {
    assert.equal(await find('--request', requestId, ...others), '[]');
  }
  const words = ['infra/command-line/source-lines.ts', 'getPet', '--release', release];
  const { stdout } = spawnSync(process.execPath, words, { input: line, encoding: 'utf8' });
  assert.match(stdout, /functions\/get-pet\/store\.ts:\d+/);
  await stage.client.send(new DeleteCommand({ TableName: stage.tables.pets, Key }));
};

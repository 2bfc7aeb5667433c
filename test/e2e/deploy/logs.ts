import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { petKey } from '../../../lib/pets/pet-key.ts';
import { send } from '../../support/client.ts';
import { type DeployedStage, operate } from './stage.ts';

/**
 * Stores a malformed pet, finds why a request for it fails in the logs, and the line of the source.
 * @param release what was deployed
 */
export const proveLogs = async (stage: DeployedStage, release: string): Promise<void> => {
  const { client, tables } = stage;
  const [TableName, Key] = [tables.pets, petKey(4242n)];
  await client.send(new PutCommand({ TableName, Item: { ...Key, name: 7 } }));
  const failed = await send(stage, '/pets/4242');
  assert.equal(failed.status, 500);
  const request = failed.headers.get('X-Request-Id') ?? '';
  const find = async (...words: readonly string[]) =>
    JSON.stringify(await operate(stage, 'logs', '--request', request, ...words));
  const line = await find('--level', 'error');
  assert.match(line, /"functions".*malformed_item/);
  assert.equal(await find('--code', 'storage_timeout'), '[]');
  assert.equal(await find('--status', '4xx'), '[]');
  assert.equal(await find('--text', 'no/where'), '[]');
  const words = ['infra/command-line/source-lines.ts', 'getPet', '--release', release];
  const { stdout } = spawnSync(process.execPath, words, { input: line, encoding: 'utf8' });
  assert.match(stdout, /functions\/get-pet\/store\.ts:\d+/);
  await client.send(new DeleteCommand({ TableName, Key }));
};

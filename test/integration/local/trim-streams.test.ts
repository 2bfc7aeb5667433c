import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, test } from '@jest/globals';
import { databaseFile } from '../../../infra/local/engine/data-folder.ts';
import { localClient } from '../../../infra/local/engine/open-engine.ts';
import { hostEngine } from '../../../infra/local/engine/shared-engine.ts';
import { createTables, localTableName } from '../../../infra/local/engine/tables.ts';
import { trimStreams } from '../../../infra/local/engine/trim-streams.ts';
import { openCheckpoints } from '../../../infra/local/streams/checkpoints.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const DAY = 24 * 60 * 60;
const tableName = localTableName('pets');

let folder: string;
beforeEach(async () => {
  folder = (await temporaryFolder()).path;
});

const writePets = async (count: number): Promise<void> => {
  const engine = await hostEngine(folder);
  await createTables(engine);
  const client = localClient(engine);
  for (let id = 0; id < count; id += 1) {
    const Item = { kind: 'pet', id, revision: Math.random() };
    await client.send(new PutCommand({ TableName: tableName, Item }));
  }
  client.destroy();
  await engine.close();
};

const inDatabase = (sql: string) => {
  const database = new DatabaseSync(databaseFile(folder));
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
};

const left = (): unknown[] =>
  inDatabase('SELECT sequence_number FROM _stream_records ORDER BY id').map(
    (row) => row['sequence_number'],
  );

const now = Math.floor(Date.now() / 1000);
const place = { tableName, streamArn: 'stream', shardId: 'shard' };

test('records of a day ago are removed, but for the newest one, which numbers the next', async () => {
  await writePets(3);
  openCheckpoints(folder).save('all', { ...place, sequenceNumber: '3' });
  trimStreams(folder, now + DAY - 60);
  expect(left()).toEqual(['1', '2', '3']);
  trimStreams(folder, now + DAY + 60);
  expect(left()).toEqual(['3']);
  await writePets(1);
  expect(left()).toEqual(['3', '4']);
});

test('records that a function has not taken are kept', async () => {
  await writePets(5);
  trimStreams(folder, now + 3 * DAY);
  expect(left()).toEqual(['1', '2', '3', '4', '5']);
  const { save } = openCheckpoints(folder);
  save('fast', { ...place, sequenceNumber: '4' });
  save('slow', { ...place, sequenceNumber: '2' });
  save('other', { ...place, tableName: localTableName('orders'), sequenceNumber: '1' });
  trimStreams(folder, now + DAY + 60);
  expect(left()).toEqual(['3', '4', '5']);
});

test('a start removes them, and the engine finds the newest record by an index', async () => {
  await writePets(2);
  inDatabase('UPDATE _stream_records SET created_at = 0');
  openCheckpoints(folder).save('all', { ...place, sequenceNumber: '2' });
  await (await hostEngine(folder)).close();
  expect(left()).toEqual(['2']);
  const [plan] = inDatabase(
    "EXPLAIN QUERY PLAN SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = 'x'",
  );
  expect(plan?.['detail']).toMatch(/COVERING INDEX/);
});

test('checkpoints that cannot be read stop the start, in a line with what to do', async () => {
  writeFileSync(join(folder, 'streams.json'), '{');
  await expect(hostEngine(folder)).rejects.toThrow(
    /^The file .*streams\.json is damaged: delete it/,
  );
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, test } from '@jest/globals';
import { createTables } from '../src/dynamodb/create-tables.ts';
import { databaseFile } from '../src/dynamodb/data-folder.ts';
import { clientConfig } from '../src/dynamodb/open-engine.ts';
import { hostEngine } from '../src/dynamodb/shared-engine.ts';
import { openCheckpoints } from '../src/streams/checkpoints.ts';
import { trimStreams } from '../src/streams/trim-streams.ts';
import { shopTemplate } from './assembly.ts';
import { notesTable } from './stream-app.ts';
import { temporaryFolder } from './temporary-folder.ts';

const DAY = 24 * 60 * 60;

const writeNotes = async (folder: string, count: number): Promise<void> => {
  const engine = await hostEngine(folder);
  await createTables(engine, shopTemplate({ Notes: notesTable('NEW_IMAGE') }));
  const client = new DynamoDBClient(clientConfig(engine));
  for (let i = 0; i < count; i += 1) {
    await client.send(new PutItemCommand({ TableName: 'notes', Item: { id: { S: `${i}` } } }));
  }
  client.destroy();
  await engine.close();
};

const inDatabase = (folder: string, sql: string) => {
  const database = new DatabaseSync(databaseFile(folder));
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
};

const left = (folder: string): unknown[] =>
  inDatabase(folder, 'SELECT sequence_number FROM _stream_records ORDER BY id').map(
    (row) => row['sequence_number'],
  );

const now = Math.floor(Date.now() / 1000);

test('records of a day ago are removed, but for the newest one, which numbers the next', async () => {
  const folder = await temporaryFolder();
  await writeNotes(folder, 3);
  trimStreams(folder, now + DAY - 60);
  expect(left(folder)).toEqual(['1', '2', '3']);
  trimStreams(folder, now + DAY + 60);
  expect(left(folder)).toEqual(['3']);
  await writeNotes(folder, 1);
  expect(left(folder)).toEqual(['3', '4']);
});

test('records that a function has not taken are kept', async () => {
  const folder = await temporaryFolder();
  await writeNotes(folder, 5);
  const names = ['fast', 'slow', 'other'];
  const checkpoints = openCheckpoints(folder, names);
  for (const [i, taken] of ['4', '2', '1'].entries()) {
    const tableName = names[i] === 'other' ? 'others' : 'notes';
    checkpoints.save(names[i] ?? '', { tableName, created: '', shards: { shard: taken } });
  }
  trimStreams(folder, now + DAY + 60);
  expect(left(folder)).toEqual(['3', '4', '5']);

  // A mapping that has gone from the stack keeps nothing, once another one is saved.
  openCheckpoints(folder, ['fast']).save('fast', {
    tableName: 'notes',
    created: '',
    shards: { shard: '4' },
  });
  trimStreams(folder, now + DAY + 60);
  expect(left(folder)).toEqual(['5']);
});

test('a start removes them, and the engine finds the newest record by an index', async () => {
  const folder = await temporaryFolder();
  await writeNotes(folder, 2);
  inDatabase(folder, 'UPDATE _stream_records SET created_at = 0');
  await (await hostEngine(folder)).close();
  expect(left(folder)).toEqual(['2']);
  const [plan] = inDatabase(
    folder,
    "EXPLAIN QUERY PLAN SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = 'notes'",
  );
  expect(plan?.['detail']).toMatch(/COVERING INDEX/);
});

test('checkpoints that cannot be read stop the start, which says what to do', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'streams.json'), '{');
  await expect(hostEngine(folder)).rejects.toThrow(
    /^The file .*streams\.json cannot be read .*: delete it/,
  );
});

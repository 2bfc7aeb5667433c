import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';

type Properties = Readonly<Record<string, unknown>>;

const Key = z.array(z.looseObject({ AttributeName: z.string() }));
const Index = z.object({ IndexName: z.string(), KeySchema: Key, Projection: z.unknown() });
const Table = z.object({
  AttributeDefinitions: Key,
  DeletionPolicy: z.string(),
  GlobalSecondaryIndexes: z.array(Index).default([]),
  KeySchema: Key,
  StreamSpecification: z.object({ StreamViewType: z.string() }).optional(),
});
type Table = z.infer<typeof Table>;

/** Production's tables, and its outputs that other stacks may import, in the snapshot of `stack.test.ts`. */
const read = (snapshot: string) => {
  const lines = /: production 1`\] = `\n"(.*?)"\n`;/s.exec(snapshot)?.[1] ?? '';
  const resources = new Map<string, Properties>();
  for (const [, id = '', name = '', value = ''] of lines.matchAll(/^(\w+)\.(\w+) (.*)$/gm)) {
    if (id !== 'Outputs' && !id.startsWith('Tables')) continue;
    const parsed: unknown = JSON.parse(value.replaceAll(/\\([\\`$])/g, '$1'));
    resources.set(id, { ...resources.get(id), [name]: parsed });
  }
  const { Outputs = {}, ...others } = Object.fromEntries(resources);
  return {
    tables: Object.entries(others)
      .filter(([, { Type }]) => Type === 'AWS::DynamoDB::GlobalTable')
      .map(([id, properties]) => [id, Table.parse(properties)] as const),
    exported: Object.keys(Outputs).filter((name) => Object(Outputs[name]).Export !== undefined),
  };
};

/**
 * What a deployment of one snapshot over another would refuse, or do to data that exists: a line each, with the way that
 * works ("Update behaviors of stack resources", "AWS::DynamoDB::GlobalTable", AWS CloudFormation guide).
 */
export function* dataChanges(before: string, after: string): Generator<string> {
  const [old, now] = [read(before), read(after)];
  const tables = new Map(now.tables);
  for (const [id, table] of old.tables) {
    const name = id.replace(/^Tables(.*)[0-9A-F]{8}$/, '$1');
    const next = tables.get(id);
    if (next) yield* tableChanges(name, table, next);
    else if (table.DeletionPolicy === 'Retain')
      yield `${name}: the table goes or has another id. What it holds stays outside of the stack, and a new one is empty. Keep its name and its place in the stack.`;
  }
  for (const name of old.exported.filter((each) => !now.exported.includes(each)))
    yield `${name}: the output goes, which another stack may import. First deploy that stack without it.`;
}

function* tableChanges(name: string, before: Table, after: Table): Generator<string> {
  const old = new Map(before.GlobalSecondaryIndexes.map((index) => [index.IndexName, index]));
  const now = new Map(after.GlobalSecondaryIndexes.map((index) => [index.IndexName, index]));
  const all = [...new Set([...old.keys(), ...now.keys()])];
  const moved = all.filter((index) => old.has(index) !== now.has(index));
  const [stream, nextStream] = [before, after].map((each) => each.StreamSpecification);
  if (!isDeepStrictEqual(typedKey(before), typedKey(after)))
    yield `${name}: the table has another key, so it becomes a new and empty one. Add a table with that key, copy the items, then read from it.`;
  if (moved.length > 1)
    yield `${name}: ${moved.join(' and ')} come or go, and DynamoDB changes one index at a time. Merge and deploy each alone.`;
  for (const index of all.filter((each) => !moved.includes(each)))
    if (!isDeepStrictEqual(old.get(index), now.get(index)))
      yield `${name}: the index ${index} has another key or projection, which DynamoDB cannot change. Add one of another name, read from it, then remove this one: three deployments.`;
  if (stream && nextStream && !isDeepStrictEqual(stream, nextStream))
    yield `${name}: the stream has another kind, which DynamoDB cannot change. Deploy without streams, then with them: docs/restoring.md#a-table-without-its-stream.`;
}

/** The attributes of a table's key, with their types. */
const typedKey = ({ AttributeDefinitions, KeySchema }: Table): unknown =>
  KeySchema.map(({ AttributeName, ...role }) => [
    role,
    AttributeDefinitions.find((each) => each.AttributeName === AttributeName),
  ]);

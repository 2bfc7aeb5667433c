import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { clientConfig } from '../src/dynamodb/open-engine.ts';
import { hostEngine } from '../src/dynamodb/shared-engine.ts';
import { serve } from '../src/serve.ts';
import { shopAssembly, shopResources } from './assembly.ts';
import { notesTable } from './stream-app.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Only what `GET /` of the API `Open` needs. */
const resources = Object.fromEntries(
  Object.entries(shopResources).filter(([id]) => /^Open|^PetsFunction$/.test(id)),
);
const { PetsFunction } = resources;
resources['PetsFunction'] = {
  ...PetsFunction,
  Type: 'AWS::Lambda::Function',
  Properties: { ...PetsFunction?.Properties, Environment: { Variables: { GREETING: 'hello' } } },
};

/** Says how many requests this instance has had, and takes a moment for `/slow`. */
const source = (text: string): string => `
  import { setTimeout } from 'node:timers/promises';
  let count = 0;
  export const handler = async ({ queryStringParameters }) => {
    count += 1;
    if (queryStringParameters) await setTimeout(500);
    return { statusCode: 200, body: ${text} + ' ' + count };
  };
`;

let served: Awaited<ReturnType<typeof serve>>;
let engine: Awaited<ReturnType<typeof hostEngine>>;
let assembly: string;
let closers: (() => Promise<void>)[];
const lines: string[] = [];

beforeEach(async () => {
  engine = await hostEngine(await temporaryFolder());
  assembly = shopAssembly(resources, {}, source('process.env.GREETING'));
  served = await serve(assembly, 'shop', {
    engine,
    port: () => 0,
    log: (line) => lines.push(line),
    accessLog: () => {},
    maxInstances: 1,
  });
  closers = [served.close, engine.close];
});
afterEach(async () => {
  for (const close of closers) await close();
});

const get = async (path = ''): Promise<string> => {
  const answer = await fetch(`${served.apis[0]?.url}/${path}`);
  return answer.status === 200 ? answer.text() : `${answer.status}`;
};

/** As an editor or a bundler does it: a reader sees the old file or the new one. */
const writeCode = (text: string): void => {
  const file = join(assembly, 'asset.c0de/index.mjs');
  writeFileSync(`${file}.new`, source(text));
  renameSync(`${file}.new`, file);
};

const changeTemplate = (change: (all: typeof resources) => void): void => {
  const file = join(assembly, 'shop.template.json');
  const template = JSON.parse(readFileSync(file, 'utf8'));
  change(template.Resources);
  writeFileSync(file, JSON.stringify(template));
};

test('a reload without a change keeps the instances', async () => {
  expect(await get()).toBe('hello 1');
  expect(await served.reload()).toEqual({ apis: served.apis, functions: [] });
  expect(await get()).toBe('hello 2');
});

test('a reload takes changed code, on the same port, and requests under way get the old answer', async () => {
  expect(await get()).toBe('hello 1');
  const slow = get('?slow');
  await setTimeout(100);
  writeCode("'changed'");
  const { apis, functions } = await served.reload();
  expect(apis).toEqual(served.apis);
  expect(functions).toEqual([expect.stringContaining('PetsFunction')]);
  expect(await get()).toBe('changed 1');
  expect(await slow).toBe('hello 2');
});

test('a reload takes changed settings and routes, and makes new tables', async () => {
  expect(await get('more')).toBe('403');
  changeTemplate((all) => {
    Object.assign(all['PetsFunction']?.Properties ?? {}, {
      Environment: { Variables: { GREETING: 'good day' } },
    });
    all['Notes'] = notesTable();
    all['OpenMore'] = {
      Type: 'AWS::ApiGateway::Resource',
      Properties: {
        RestApiId: { Ref: 'OpenApi9F8E7D6C' },
        ParentId: { 'Fn::GetAtt': ['OpenApi9F8E7D6C', 'RootResourceId'] },
        PathPart: 'more',
      },
    };
    all['OpenMoreMethod'] = {
      Type: 'AWS::ApiGateway::Method',
      Properties: { ...all['OpenMethod']?.Properties, ResourceId: { Ref: 'OpenMore' } },
    };
  });
  await served.reload();
  expect(await get('more')).toBe('good day 1');
  const client = new DynamoDBClient(clientConfig(engine));
  await client.send(new DescribeTableCommand({ TableName: 'notes' }));
  client.destroy();
});

test('a template that cannot be served is refused, and what was served goes on', async () => {
  expect(await get()).toBe('hello 1');
  changeTemplate((all) => {
    all['OpenMethod'] = {
      Type: 'AWS::ApiGateway::Method',
      Properties: { ...all['OpenMethod']?.Properties, ResourceId: { Ref: 'Nowhere' } },
    };
  });
  await expect(served.reload()).rejects.toThrow('Nowhere');
  expect(await get()).toBe('hello 2');
});

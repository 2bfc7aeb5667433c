import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { readRestApis } from '../../infra/local/api-gateway/rest-apis.ts';
import { readFunctions } from '../../infra/local/lambda/lambda-functions.ts';
import { synthesize } from '../../infra/local/synthesize.ts';
import { buildRecordUse } from '../../lib/accounts/record-use.ts';
import { stagingTemplate } from '../support/assembly.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { type EventOptions, proxyEvent } from '../support/events.ts';
import { issueTestKey, openTestStage } from '../support/test-stage.ts';
import { startTlsFront } from '../support/tls-front.ts';
import type { Job } from './subjects.ts';

/** What every measured process is given. */
export interface Surroundings {
  readonly engine: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The file of each job's event. */
  readonly events: Readonly<Record<Job, string>>;
}

/** The headers of a request as API Gateway's REST APIs hand them on. */
const HEADERS = {
  Accept: '*/*',
  'Accept-Encoding': 'gzip, deflate, br',
  'Content-Type': 'application/json',
  Host: 'api.example.com',
  'User-Agent': 'curl/8.5.0',
  'X-Amzn-Trace-Id': 'Root=1-67891233-abcdef012345678912345678',
  'X-Forwarded-For': '203.0.113.7',
  'X-Forwarded-Port': '443',
  'X-Forwarded-Proto': 'https',
};

/** More than a page of `listPets` holds by default, so that one round trip reads it. */
const PETS = 30;

const request = (options: EventOptions) => proxyEvent({ headers: HEADERS, ...options });

/** Stores a page of pets, and that their ids are given. */
const storePets = async ({ client, tables }: TestEngine): Promise<void> => {
  for (let id = 1; id <= PETS; id += 1) {
    const pet = { kind: 'pet', id, name: 'Rex', categoryId: 1, status: 'available' };
    const Item = { ...pet, accountId: 'acct_0000000000000001', revision: 'revision-of-test' };
    await client.send(new PutCommand({ TableName: tables.pets, Item }));
  }
  const Item = { name: 'pets', value: PETS };
  await client.send(new PutCommand({ TableName: tables.counters, Item }));
};

/** The tables with a page of pets and a key, over TLS; and what Lambda gives a function. */
export const openSurroundings = async (folder: string): Promise<Surroundings> => {
  process.env['TEST_ASSEMBLY'] = join(folder, 'assembly');
  await synthesize(join(folder, 'assembly'));
  const engine = await openEngine();
  const { endpoint, certificate } = await startTlsFront(engine.endpoint);
  await storePets(engine);
  const { apiKey, key } = await issueTestKey(openTestStage(engine));
  // As with all requests of an hour but its first.
  await buildRecordUse(engine.client, engine.tables.apiKeys)(key, new Date());

  const create = { method: 'POST', body: '{"name":"Rex","categoryId":1}' };
  const onePet = { resource: '/pets/{petId}', path: '/pets/1', pathParameters: { petId: '1' } };
  const events = {
    getPet: request(onePet),
    createPet: request(create),
    listPets: request({ query: { limit: ['20'] } }),
    createMessage: request({ ...create, resource: '/messages', body: '{"message":"Hello"}' }),
    authorizer: {
      type: 'TOKEN',
      authorizationToken: `Bearer ${apiKey}`,
      methodArn: 'arn:aws:execute-api:us-east-1:000000000000:abc/v1/GET/pets',
    },
  };
  const write = (job: Job): string => {
    const file = join(folder, `${job}.json`);
    writeFileSync(file, JSON.stringify(events[job]));
    return file;
  };

  const template = stagingTemplate();
  const functions = readFunctions(template, readRestApis(template));
  const { accessKeyId } = await engine.client.config.credentials();
  return {
    engine: process.env['AWS_ENDPOINT_URL_DYNAMODB'] ? 'DynamoDB Local' : 'the embedded engine',
    environment: {
      // Every function's own variables: they name the tables.
      ...Object.assign({}, ...functions.map(({ environment }) => environment)),
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_SESSION_TOKEN: 'local',
      AWS_REGION: 'us-east-1',
      AWS_DEFAULT_REGION: 'us-east-1',
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_LAMBDA_FUNCTION_NAME: 'bench',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1024',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      _X_AMZN_TRACE_ID: 'Root=1-67891233-abcdef012345678912345678;Sampled=0',
      TZ: ':UTC',
      // As on Lambda, there is no home, and so no file of the SDK's in it.
      HOME: join(folder, 'nobody'),
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      NODE_EXTRA_CA_CERTS: certificate,
    },
    events: {
      getPet: write('getPet'),
      createPet: write('createPet'),
      listPets: write('listPets'),
      createMessage: write('createMessage'),
      authorizer: write('authorizer'),
    },
  };
};

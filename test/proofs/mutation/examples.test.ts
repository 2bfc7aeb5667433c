import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { operations } from '../../../functions/operations.ts';
import { examplesOf } from '../../../infra/openapi/document/example-request.ts';
import { operationFolder } from '../../../infra/stacks/names.ts';
import { STAGES } from '../../../infra/stacks/stages.ts';
import { tableEnv, tableNames } from '../../../lib/storage/tables.ts';
import { parseJson } from '../../../lib/values/json.ts';
import { openEngine, type TestEngine } from '../../support/engine.ts';
import { eventOf, nameOfExample, type SendExample, sendExample } from '../../support/examples.ts';
import { type RecordingEngine, STALE, startRecordingEngine } from '../../support/faulty-engine.ts';
import { storeCaller } from '../../support/test-stage.ts';

/** The examples once more, in the process that mutates: end-to-end tests send them to bundles. */

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

const context = { getRemainingTimeInMillis: () => 10_000 } as Context;
const handlers = new Map<string, Handler>();
let engine: TestEngine;
let recorder: RecordingEngine;

beforeAll(async () => {
  engine = await openEngine();
  await storeCaller(engine);
  recorder = await startRecordingEngine(engine.endpoint);
  const tables = tableNames().map((name) => [tableEnv(name), engine.tables[name]] as const);
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: recorder.endpoint,
    ACCOUNT_PLANS: JSON.stringify(STAGES.production.throttle.plans),
    API_KEY_PREFIX: 'pet_test_',
    DEPRECATION_PAGE: 'https://docs.petstore.example/deprecations.md#getpet',
    ...Object.fromEntries(tables),
  });
  for (const { operationId } of operations) {
    const module = await import(`../../../functions/${operationFolder(operationId)}/handler.ts`);
    handlers.set(operationId, module.open());
  }
});
afterAll(async () => {
  recorder.close();
  await engine.close();
});

const send: SendExample = async (request) => {
  const handle = handlers.get(request.contract.operationId);
  const { statusCode, body, headers = {} } = (await handle?.(eventOf(request), context)) ?? {};
  return {
    status: statusCode ?? 0,
    body: body ? parseJson(body) : undefined,
    header: (name: string) => String(headers[name] ?? ''),
  };
};

test.each(operations.flatMap(examplesOf).map((named) => [nameOfExample(named), named] as const))(
  'the example %s is answered as its contract says',
  async (_name, named) => {
    const { body, header } = await sendExample(named, send);
    expect(recorder.asked.filter((asked) => asked.endsWith(STALE))).toEqual([]);
    const { success } = named.contract;
    if (success.body === undefined) expect(body).toBeUndefined();
    else expect(success.body.safeParse(body)).toMatchObject({ success: true });
    for (const name of (success.headers ?? []).filter((each) => each !== 'Link')) {
      expect(header(name)).toMatch(/\S/);
    }
  },
);

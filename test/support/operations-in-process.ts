import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { operations } from '../../functions/operations.ts';
import { operationFolder } from '../../infra/stacks/names.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { printBy } from '../../lib/process/log.ts';
import { tableEnv, tableNames } from '../../lib/storage/tables.ts';
import { parseJson } from '../../lib/values/json.ts';
import type { TestEngine } from './engine.ts';
import { context, type EventOptions } from './events.ts';
import { eventOf, type SendExample } from './examples.ts';
import { refuseSentTexts } from './sent-texts.ts';

type Caller = Pick<EventOptions, 'accountId' | 'keyId'>;
type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** Opens all operations in this process, over the tables of an engine. Returns how a caller sends to them. A request fails if it logs what it sent. */
export const openOperations = async ({
  client,
  endpoint,
  tables,
}: Pick<TestEngine, 'client' | 'endpoint' | 'tables'>): Promise<
  (caller: Caller) => SendExample
> => {
  printBy(refuseSentTexts);
  const { accessKeyId } = await client.config.credentials();
  // The SDK takes it before the key.
  delete process.env['AWS_PROFILE'];
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    ACCOUNT_PLANS: JSON.stringify(STAGES.production.throttle.plans),
    API_KEY_PREFIX: 'pet_test_',
    DEPRECATION_PAGE: 'https://docs.petstore.example/deprecations.md#getpet',
    ...Object.fromEntries(tableNames().map((name) => [tableEnv(name), tables[name]])),
  });
  const handlers = new Map<string, Handler>();
  for (const { operationId } of operations) {
    const module = await import(`../../functions/${operationFolder(operationId)}/handler.ts`);
    handlers.set(operationId, module.open());
  }
  return (caller) => async (request) => {
    const handle = handlers.get(request.contract.operationId);
    const answer = await handle?.(eventOf(request, caller), context);
    if (answer === undefined) throw new Error(`There is no ${request.contract.operationId}`);
    const { statusCode, body, headers = {} } = answer;
    return {
      status: statusCode,
      body: body ? parseJson(body) : undefined,
      header: (name) => (name in headers ? String(headers[name]) : undefined),
    };
  };
};

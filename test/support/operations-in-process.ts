import { operations } from '../../functions/operations.ts';
import { operationFolder } from '../../infra/stacks/names.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { printBy } from '../../lib/process/log.ts';
import { tableEnv, tableNames } from '../../lib/storage/tables.ts';
import type { TestEngine } from './engine.ts';
import { type Caller, type Handler, invoke } from './events.ts';
import { eventOf, type SendExample } from './examples.ts';
import { refuseSentTexts } from './sent-texts.ts';

/** Opens all operations in this process, over the tables of an engine. Returns how a caller sends to them. A request fails if it logs what it sent. */
export const openOperations = async ({ client, endpoint, tables }: TestEngine) => {
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
  return (caller: Caller): SendExample =>
    async (request) => {
      const handler = handlers.get(request.contract.operationId);
      if (handler === undefined) throw new Error(`There is no ${request.contract.operationId}`);
      const { headers, ...answer } = await invoke(handler, eventOf(request, caller));
      const header = (name: string) => (name in headers ? String(headers[name]) : undefined);
      return { ...answer, header };
    };
};

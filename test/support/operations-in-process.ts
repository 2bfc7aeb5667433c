import { operations } from '../../functions/operations.ts';
import { operationFolder } from '../../infra/stacks/names.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { printBy } from '../../lib/process/log.ts';
import { tableEnv, tableNames } from '../../lib/storage/tables.ts';
import type { TestEngine } from './engine.ts';
import { type Handler, invoke } from './events.ts';
import { eventOf, type SendExample } from './examples.ts';
import { refuseSentTexts } from './sent-texts.ts';
import { storeCaller } from './test-stage.ts';

/**
 * Opens all operations in this process, over the tables of an engine. Returns what adds an account with a key of its own, and
 * how it sends to them. A request fails if it logs what it sent.
 */
export const openOperations = async (engine: TestEngine) => {
  const { endpoint, accessKeyId, tables } = engine;
  printBy(refuseSentTexts);
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
  let callers = 0;
  return async () => {
    callers += 1;
    const keyId = `key_${`${callers}`.padStart(16, '0')}`;
    const caller = { accountId: `acct_${callers}`, keyId };
    const createdAt = new Date(callers * 1000).toISOString();
    const name = `key ${callers}`;
    await storeCaller(engine, { ...caller, name, lastFour: keyId.slice(-4), createdAt });
    const send: SendExample = async (request) => {
      const handler = handlers.get(request.contract.operationId);
      if (handler === undefined) throw new Error(`There is no ${request.contract.operationId}`);
      const { headers, ...answer } = await invoke(handler, eventOf(request, caller));
      const header = (name: string) => (name in headers ? String(headers[name]) : undefined);
      return { ...answer, header };
    };
    return send;
  };
};

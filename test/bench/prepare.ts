import { randomUUID } from 'node:crypto';
import { logName, readHead } from '../../lib/events/log-head.ts';
import type { RunningFunctions } from '../support/deployed-functions.ts';
import type { TestEngine } from '../support/engine.ts';
import { eventOf, prepareExample } from '../support/examples.ts';
import { webhookStorage } from '../support/stored-webhooks.ts';
import { petChange, storedPet, streamRecord } from '../support/stream-records.ts';
import { exampleOf } from './jobs.ts';

/** Stores the data for one invocation of a job, and gives its event. */
export type Prepare = (job: string) => Promise<unknown>;

/** What events are prepared with. */
export interface Preparation {
  readonly engine: TestEngine;
  readonly functions: RunningFunctions;
  readonly apiKey: string;
  /** Where webhooks send to. */
  readonly receiver: string;
}

/** The headers of a request as API Gateway's REST APIs hand them on. */
const HEADERS = {
  Accept: '*/*',
  'Accept-Encoding': 'gzip, deflate, br',
  Host: 'api.example.com',
  'User-Agent': 'curl/8.5.0',
  'X-Amzn-Trace-Id': 'Root=1-67891233-abcdef012345678912345678',
  'X-Forwarded-For': '203.0.113.7',
  'X-Forwarded-Port': '443',
  'X-Forwarded-Proto': 'https',
};

/** Whose all else is, so that lists are full. */
const ACCOUNT = 'acct_1';

const newAccount = (): string => `acct_${randomUUID()}`;

/** Builds it. */
export const buildPrepare = ({ engine, functions, apiKey, receiver }: Preparation): Prepare => {
  const { client, tables } = engine;
  const { createOpen, set } = webhookStorage(engine);
  let records = 0;

  const events: Readonly<Record<string, () => Promise<unknown>>> = {
    authorizer: async () => ({
      type: 'TOKEN',
      authorizationToken: `Bearer ${apiKey}`,
      methodArn: 'arn:aws:execute-api:us-east-1:000000000000:abc/v1/GET/pets',
    }),

    recordEvents: async () => {
      records += 1;
      const id = BigInt(records);
      return {
        Records: [streamRecord(petChange(id, records, undefined, storedPet(id)), tables)],
      };
    },

    // Of a log that one webhook sends, however many there are.
    wakeWebhooks: async () => {
      const { accountId } = await createOpen({ accountId: newAccount(), about: 'orders' });
      const Keys = { log: { S: logName('orders', accountId) }, position: { N: '1' } };
      return { Records: [{ eventName: 'INSERT', dynamodb: { Keys } }] };
    },

    // With one event to send: the newest.
    deliverWebhook: async () => {
      const key = await createOpen({ accountId: newAccount(), url: receiver });
      const { newest } = await readHead(client, tables.events, logName('pets', key.accountId));
      await set(key, { delivered: newest - 1n });
      return key;
    },
  };

  return async (job) => {
    const event = events[job];
    if (event !== undefined) return event();
    const named = exampleOf(job);
    if (named === undefined) throw new Error(`Nothing is prepared for ${job}`);
    // An account can have ten webhooks.
    const accountId = named.contract.path.startsWith('/webhooks') ? newAccount() : ACCOUNT;
    const request = await prepareExample(named, functions.sendAs(accountId));
    // Nothing else uses one.
    const { 'Idempotency-Key': _key, ...headers } = request.headers;
    return eventOf({ ...request, headers: { ...HEADERS, ...headers } }, { accountId });
  };
};

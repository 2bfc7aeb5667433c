import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { parseJson } from '../../lib/values/json.ts';
import { call } from './client.ts';
import { createAccount } from './local-accounts.ts';
import { endLocalServers, type LocalServer, startLocalServer } from './local-server.ts';
import { newSecret } from './stored-webhooks.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { type Received, type Receiver, startReceiver } from './webhook-receiver.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
export let dataDir: string;
export let server: LocalServer;
export let accountId: string;
export let key: string;
const receivers: Receiver[] = [];

/** Gives each test of a file a local server with an account, and ends its receivers. */
export const useLocalWebhooks = (): void => {
  beforeAll(async () => {
    folder = await temporaryFolder();
    dataDir = join(folder.path, 'data');
    server = await startLocalServer({ dataDir });
    ({ accountId, apiKey: key } = await createAccount(dataDir, 'Shelter'));
  });
  afterEach(() => {
    for (const { close } of receivers.splice(0)) close();
  });
  afterAll(async () => {
    endLocalServers();
    await folder.remove();
  });
};

export const secret = newSecret();

export const receiver = async (answer?: Parameters<typeof startReceiver>[0]): Promise<Receiver> => {
  const started = await startReceiver(answer);
  receivers.push(started);
  return started;
};

export const eventsOf = ({ body }: Received) =>
  parseJson(body) as readonly { readonly position: bigint }[];

/** @throws Error if the signature is not of the secret */
export const verify = ({ body, headers }: Received, known = secret) =>
  new Webhook(known).verify(body, headers as Record<string, string>);

export interface Seen {
  readonly id: string;
  readonly url: string;
  readonly status: string;
  readonly delivered: bigint;
  readonly failing?: { readonly lastError?: string };
}

export const createWebhook = async (url: string, of = key): Promise<Seen> => {
  const body = { url, secret };
  const answer = await call('/webhooks', { method: 'POST', body, key: of }, server);
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body as Seen;
};

export const webhook = async (id: string): Promise<Seen> =>
  (await call(`/webhooks/${id}`, { key }, server)).body as Seen;

export const patch = (id: string, body: unknown, of = key) =>
  call(`/webhooks/${id}`, { method: 'PATCH', body, key: of }, server);

/** The log of pets after a position. */
export const eventsAfter = async (
  position: bigint,
): Promise<readonly { readonly position: bigint }[]> => {
  const path = `/events?limit=100&after=${position}`;
  const page = (await call(path, { key }, server)).body as ReturnType<typeof eventsOf>;
  const last = page.at(-1);
  return last === undefined ? [] : [...page, ...(await eventsAfter(last.position))];
};

export const createPet = async (name: string): Promise<void> => {
  const body = { name, categoryId: 1 };
  expect((await call('/pets', { method: 'POST', body, key }, server)).status).toBe(201);
};

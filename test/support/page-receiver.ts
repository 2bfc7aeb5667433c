import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { freePort } from '../../infra/local/engine/engine-process.ts';
import { call } from './client.ts';
import { createAccount } from './local-accounts.ts';
import { endLocalServers, type LocalServer, startLocalServer } from './local-server.ts';
import { newSecret } from './stored-webhooks.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

const RECEIVERS = join(import.meta.dirname, '../../docs/receivers');

const EVENTS =
  '[{"position":7,"type":"pet.created","data":{"id":9007199254740993,"name":"Zoë 🐕"}}]';

export const secret = newSecret();
let server: LocalServer;
let key: string;
let running: ChildProcess | undefined;

/** Gives a file a local server with an account, and ends the receiver of each test. */
export const useReceivers = (): void => {
  beforeAll(async () => {
    const dataDir = temporaryFolder();
    server = await startLocalServer({ dataDir });
    ({ apiKey: key } = await createAccount(dataDir, 'Shelter'));
  });
  afterEach(() => {
    running?.kill();
  });
  afterAll(endLocalServers);
};

const create = async (path: string, body: object): Promise<void> => {
  expect((await call(path, { method: 'POST', body, key }, server)).status).toBe(201);
};

/** What the service sends, signed by the library. */
export const deliveryOf = (body: string, of = secret, sent = new Date()) => ({
  'webhook-id': 'msg_0123456789abcdef',
  'webhook-timestamp': String(Math.floor(sent.getTime() / 1000)),
  'webhook-signature': new Webhook(of).sign('msg_0123456789abcdef', sent, body),
});

/**
 * Starts a receiver of the guide. It must take what the service sends, and refuse everything else.
 * @param commandOf the command that runs its file: the program, and its words
 * @param keepsNumbers whether it prints whole numbers beyond 2^53 as they came
 */
export const expectReceives = async (
  name: string,
  commandOf: (file: string) => readonly [string, ...string[]],
  { keepsNumbers }: { readonly keepsNumbers: boolean },
): Promise<void> => {
  const port = await freePort();
  const file = join(temporaryFolder(), name);
  const text = await readFile(join(RECEIVERS, name), 'utf8');
  await writeFile(file, text.replace('4000', String(port)));
  const [program, ...words] = commandOf(file);
  const child = spawn(program, words, { env: { WEBHOOK_SECRET: secret } });
  running = child;
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (more) => {
    printed += more;
  });
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject).once('exit', () => reject(new Error(`${name} ended`)));
  });
  failed.catch(() => {});
  const url = `http://127.0.0.1:${port}/`;
  const statusOf = async (headers: Record<string, string>, body = EVENTS) =>
    (await fetch(url, { method: 'POST', headers, body })).status;
  await Promise.race([until(() => fetch(url).then(Boolean, () => false)), failed]);

  // From the service itself.
  await create('/webhooks', { url, secret });
  await until(() => printed === '0 events\n');
  await create('/pets', { name: 'Zoë 🐕', categoryId: 1 });
  await until(() => /^0 events\n1 events\n\d+ "?pet\.created"? \{.*\n$/.test(printed));

  const signed = deliveryOf(EVENTS);
  const other = deliveryOf(EVENTS, newSecret());
  printed = '';
  expect(await statusOf(signed)).toBe(204);
  // It answers before what it prints has come through the pipe.
  await until(() => /^1 events\n7 .*\n$/.test(printed));
  expect(printed.includes('9007199254740993')).toBe(keepsNumbers);
  // While both secrets sign, either one will do.
  const both = `${other['webhook-signature']} ${signed['webhook-signature']}`;
  expect(await statusOf({ ...signed, 'webhook-signature': both })).toBe(204);
  await until(() => /^(1 events\n7 .*\n){2}$/.test(printed));

  printed = '';
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  for (const [headers, body] of [
    [{}],
    [other],
    [signed, EVENTS.replace('7', '8')],
    [{ ...signed, 'webhook-id': 'msg_other' }],
    [{ ...signed, 'webhook-timestamp': '' }],
    [{ ...signed, 'webhook-signature': 'v1,é' }],
    [deliveryOf(EVENTS, secret, minutesAgo(6))],
    [deliveryOf(EVENTS, secret, minutesAgo(-6))],
  ] as const) {
    expect(await statusOf(headers, body)).toBe(401);
  }
  expect(printed).toBe('');

  // A sender that hangs up in the middle of a body.
  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n[');
  await once(socket, 'connect');
  socket.destroy();
  expect(await statusOf(signed)).toBe(204);
  expect(child.exitCode).toBeNull();
};

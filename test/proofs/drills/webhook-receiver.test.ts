import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { freePort } from '../../../infra/local/engine/engine-process.ts';
import { nodesOnPath } from '../../support/client-folder.ts';
import { codeBlocks } from '../../support/page-calls.ts';
import { newSecret } from '../../support/stored-webhooks.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

/** The receiver of the guide, and how it verifies with the library. */
const [receiver, withLibrary] = codeBlocks('docs/webhooks.md').filter(
  ({ language }) => language === 'js',
);

const SECRET = newSecret(32);
const EVENTS =
  '[{"position":7,"type":"pet.created","data":{"id":9007199254740993,"name":"Zoë 🐕"}}]';

let running: ChildProcess | undefined;
afterEach(() => {
  running?.kill();
});

/** What the service sends, signed by the library. */
const deliveryOf = (body: string, secret = SECRET, sent = new Date()) => ({
  'webhook-id': 'msg_0123456789abcdef',
  'webhook-timestamp': String(Math.floor(sent.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign('msg_0123456789abcdef', sent, body),
});

test.each([...nodesOnPath()])(
  'the receiver of the guide takes what is signed, and nothing else, on Node %s',
  async (_version, node) => {
    const port = await freePort();
    const file = join((await temporaryFolder()).path, 'receiver.mjs');
    await writeFile(file, receiver?.text.replace('4000', String(port)) ?? '');
    const child = spawn(node, [file], { env: { WEBHOOK_SECRET: SECRET } });
    running = child;
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
    const url = `http://127.0.0.1:${port}/`;
    const statusOf = async (headers: Record<string, string>, body = EVENTS) =>
      (await fetch(url, { method: 'POST', headers, body })).status;
    await until(() => fetch(url).then(Boolean, () => false));

    const signed = deliveryOf(EVENTS);
    const other = deliveryOf(EVENTS, newSecret());
    expect(await statusOf(signed)).toBe(204);
    expect(await statusOf(deliveryOf('[]'), '[]')).toBe(204);
    // While both secrets sign, either one will do.
    const both = `${other['webhook-signature']} ${signed['webhook-signature']}`;
    expect(await statusOf({ ...signed, 'webhook-signature': both })).toBe(204);
    // It answers before what it prints has come through the pipe.
    const all = '7 pet.created\nA delivery without events: the webhook works\n7 pet.created\n';
    await until(() => printed.length >= all.length);
    expect(printed).toBe(all);

    printed = '';
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    for (const [headers, body] of [
      [{}],
      [other],
      [signed, EVENTS.replace('7', '8')],
      [{ ...signed, 'webhook-id': 'msg_other' }],
      [{ ...signed, 'webhook-timestamp': '' }],
      [{ ...signed, 'webhook-signature': 'v1,é' }],
      [deliveryOf(EVENTS, SECRET, minutesAgo(6))],
      [deliveryOf(EVENTS, SECRET, minutesAgo(-6))],
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
  },
);

test('the library verifies as the guide says, and does not read the body', () => {
  const verify = new Function('Webhook', 'process', 'request', 'body', withLibrary?.text ?? '');
  const process = { env: { WEBHOOK_SECRET: SECRET } };
  // Not JSON: who reads it would fail.
  const body = '[{';
  expect(() => verify(Webhook, process, { headers: deliveryOf(body) }, body)).not.toThrow();
  expect(() => verify(Webhook, process, { headers: deliveryOf('[') }, body)).toThrow('signature');
});

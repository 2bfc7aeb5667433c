import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { freePort } from '../../../infra/local/engine/engine-process.ts';
import { codeBlocks } from '../../support/page-calls.ts';
import { newSecret } from '../../support/stored-webhooks.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

const RECEIVERS = join(import.meta.dirname, '../../../docs/receivers');
const secret = newSecret();
const EVENTS =
  '[{"position":7,"type":"pet.created","data":{"id":9007199254740993,"name":"Zoë 🐕"}}]';

/** What the service sends, signed by the library. */
const signed = (body: string, by = secret, sent = new Date()) => ({
  'webhook-id': 'msg_0123456789abcdef',
  'webhook-timestamp': String(Math.floor(sent.getTime() / 1000)),
  'webhook-signature': new Webhook(by).sign('msg_0123456789abcdef', sent, body),
});

const wire = (headers: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

/** The status of the last answer to a request with this head, whose body comes in parts. Empty if there is none. */
const rawStatus = async (port: number, head: readonly string[], parts: readonly string[]) => {
  const socket = connect(port, '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${head.join('\r\n')}\r\n\r\n`);
  for (const part of parts) {
    await setTimeout(50);
    socket.write(part);
  }
  await setTimeout(50);
  socket.end();
  const answer = await text(socket).catch(() => '');
  return [...answer.matchAll(/^HTTP\/1\.\d (\d+)/gm)].at(-1)?.[1] ?? '';
};

let running: ChildProcess | undefined;
afterEach(() => void running?.kill());

test.each<[name: string, ...command: string[]]>([
  ['receiver.mjs', process.execPath],
  ['receiver.py', 'python3'],
  ['receiver.go', 'go'],
])(
  '%s of the guide takes what is signed with its secret, and nothing else',
  async (name, program) => {
    const port = await freePort();
    const file = join(temporaryFolder(), name);
    copyFileSync(join(RECEIVERS, name), file);
    if (program === 'go') execFileSync(program, ['build', '-o', `${file}.built`, file]);
    const [command, words] = program === 'go' ? [`${file}.built`, []] : [String(program), [file]];
    running = spawn(command, words, { env: { WEBHOOK_SECRET: secret, PORT: String(port) } });
    let printed = '';
    running.stdout?.setEncoding('utf8').on('data', (more) => {
      printed += more;
    });
    const url = `http://127.0.0.1:${port}/`;
    await until(() => fetch(url).then(Boolean, () => false));
    const statusOf = async (headers: Record<string, string>, body = EVENTS) =>
      (await fetch(url, { method: 'POST', headers, body })).status;

    const headers = signed(EVENTS);
    const other = signed(EVENTS, newSecret())['webhook-signature'];
    // While both secrets sign, either one will do.
    const both = `${other} ${headers['webhook-signature']}`;
    for (const refused of [
      {},
      { ...headers, 'webhook-signature': other },
      { ...headers, 'webhook-id': 'msg_other' },
      signed(EVENTS, secret, new Date(Date.now() - 6 * 60_000)),
      signed(`${EVENTS} `),
    ]) {
      expect(await statusOf(refused)).toBe(401);
    }
    expect(await statusOf({ ...headers, 'webhook-signature': both })).toBe(204);
    expect(await statusOf(headers)).toBe(204);

    const length = Buffer.byteLength(EVENTS);
    const chunked = `${length.toString(16)}\r\n${EVENTS}\r\n0\r\n\r\n`;
    for (const [framing, status, ...parts] of [
      ['Transfer-Encoding: chunked', /204/, chunked],
      [`Content-Length: ${length}`, /204/, EVENTS.slice(0, 9), EVENTS.slice(9)],
      [`Content-Length: ${length}\r\nExpect: 100-continue`, /204/, EVENTS],
      [`Content-Length: ${length - 1}`, /40[01]/, EVENTS],
      [`Content-Length: ${length + 1}`, /40[01]|^$/, EVENTS],
      ['Accept: */*', /401/],
      ['Content-Length: x', /400/],
      ['Transfer-Encoding: chunked', /40[01]|^$/, 'x\r\n'],
    ] as const) {
      expect([framing, await rawStatus(port, [framing, ...wire(headers)], parts)]).toEqual([
        framing,
        expect.stringMatching(status),
      ]);
    }
    await until(() => /^(1 events\n7 "?pet.created"? \{.*\n){5}$/.test(printed));
    expect(printed.includes('9007199254740993')).toBe(name !== 'receiver.mjs');
  },
  180_000,
);

test('the library verifies as the guide says, and does not read the body', () => {
  const [code] = codeBlocks('docs/webhooks.md').filter(({ language }) => language === 'js');
  const verify = new Function('Webhook', 'process', 'request', 'body', code?.text ?? '');
  const check = (body: string, of: string) =>
    verify(Webhook, { env: { WEBHOOK_SECRET: secret } }, { headers: signed(of) }, body);
  // Not JSON: who reads it would fail.
  expect(() => check('[{', '[{')).not.toThrow();
  expect(() => check('[{', '[')).toThrow('signature');
});

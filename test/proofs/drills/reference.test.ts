import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { call, expectError } from '../../support/client.ts';
import { endLocalServers, type LocalServer, startLocalServer } from '../../support/local-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let server: LocalServer;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  server = await startLocalServer({ dataDir: folder.path });
});
afterAll(async () => {
  endLocalServers();
  await folder.remove();
});

const at = (path: string, base = server.baseUrl): URL => new URL(path, base);

/** Asks for a page by another name of this machine, which fetch cannot. */
const askBy = async (host: string, path = '/') => {
  const outgoing = request(at(path), { headers: { host } }).end();
  const [incoming] = await once(outgoing, 'response');
  return { status: incoming.statusCode, body: await text(incoming) };
};

describe('the reference', () => {
  test('is at / of each API, with the key, and may be neither kept, framed nor loaded elsewhere', async () => {
    for (const base of [server.baseUrl, server.quickstartUrl]) {
      const answer = await fetch(at('/', base));
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        'content-type': 'text/html; charset=utf-8',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
      expect(answer.headers.has('access-control-allow-origin')).toBe(false);
      expect(await answer.text()).toContain(`"apiKey":"${server.apiKey}"`);
    }
  });

  test('shows the operations that its own address serves, and the addresses of all to programs', async () => {
    const pets = await (await fetch(at('/'))).text();
    const quickstart = await (await fetch(at('/', server.quickstartUrl))).text();
    expect([pets.includes('"listPets"'), pets.includes('"createMessage"')]).toEqual([true, false]);
    expect(quickstart.includes('"createMessage"')).toBe(true);
    expect(quickstart.includes('"listPets"')).toBe(false);
    const document = JSON.parse(await (await fetch(at('/openapi.json'))).text());
    expect(document.servers).toMatchObject([{ url: server.baseUrl }]);
    expect(document.paths['/messages'].post.servers).toMatchObject([{ url: server.quickstartUrl }]);
  });

  test('has all that it loads', async () => {
    const html = await (await fetch(at('/'))).text();
    const files = [...html.matchAll(/ (?:href|src)="([\w.-]+)"/g)].map(([, file = '']) => file);
    expect(files).toEqual(expect.arrayContaining(['reference.js', 'swagger-ui-bundle.js']));
    for (const file of files) {
      const answer = await fetch(at(`/${file}`), { method: 'HEAD' });
      expect([answer.status, answer.headers.get('x-content-type-options')]).toEqual([
        200,
        'nosniff',
      ]);
    }
  });

  test('is kept from anybody who points their own host name to this machine', async () => {
    const { port } = at('/');
    for (const host of ['evil.example', `evil.example:${port}`, `localhost.evil.example:${port}`]) {
      const { status, body } = await askBy(host);
      expect([status, body]).toEqual([403, '{"message":"Forbidden"}']);
    }
    expect((await askBy(`127.0.0.1:${port}`)).status).toBe(200);
  });

  test.each([
    ['POST', '/'],
    ['DELETE', '/index.html'],
    ['OPTIONS', '/'],
    ['GET', '/nothing.html'],
    ['GET', '/../package.json'],
    ['GET', '/%2e%2e/package.json'],
    ['GET', '//index.html'],
  ])('leaves %s %s to the API, as nothing of its stage', async (method, path) => {
    const outgoing = request({ port: at('/').port, method, path }).end();
    const [incoming] = await once(outgoing, 'response');
    expect([incoming.statusCode, await text(incoming)]).toEqual([403, '{"message":"Forbidden"}']);
    expect(incoming.headers).not.toHaveProperty('content-security-policy');
  });

  test('changes nothing under the stage', async () => {
    for (const path of ['', '/', '/index.html', '/swagger-ui.css']) {
      expectError(await call(path, { key: null }, server), 'unauthorized');
      expectError(await call(path, {}, server), 'route_not_found');
    }
  });
});

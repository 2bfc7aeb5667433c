import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { operations } from '../../functions/operations.ts';
import type { Site } from '../../infra/docs/reference/site.ts';
import { staticSite } from '../../infra/docs/reference/static-site.ts';
import { SLOW, startBrowser, violations, visit } from './browser.ts';

let browser: Browser;
let host: Server;
let address: string;

/** A host of static files, which sets no header but the type. */
const serveFiles = (site: Site): Server =>
  createServer(({ url = '/' }, response) => {
    const file = site.get(url === '/' ? 'index.html' : url.slice(1));
    response.writeHead(file ? 200 : 404, { 'Content-Type': file?.contentType ?? 'text/plain' });
    response.end(file?.body);
  });

beforeAll(async () => {
  browser = await startBrowser();
  host = serveFiles(await staticSite()).listen(0, '127.0.0.1');
  await once(host, 'listening');
  const bound = host.address();
  address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
});
afterAll(async () => {
  await browser?.close();
  host?.close();
});

test('the published site shows every operation, offers no requests, and asks nobody else', async () => {
  const { page, origins, complaints } = await visit(browser, `${address}/`);
  await page.locator('.opblock').first().waitFor();
  expect(await page.locator('.opblock').count()).toBe(operations.length);
  await page.locator('#operations-Pets-listPets .opblock-summary-control').click();
  await page.locator('#operations-Pets-listPets .responses-inner').waitFor();
  expect(await page.locator('.execute, .try-out').count()).toBe(0);
  expect([...origins]).toEqual([address]);
  expect(complaints).toEqual([]);
});

test('the page that a deprecated operation links to opens at its section', async () => {
  const { page, origins, complaints } = await visit(browser, `${address}/deprecations.html#getpet`);
  expect(await page.locator(':target').innerText()).toBe('getPet');
  expect([...origins]).toEqual([address]);
  expect(complaints).toEqual([]);
});

test(
  'the published reference fits a phone and a screen reader',
  async () => {
    const context = await browser.newContext({
      viewport: { width: 400, height: 800 },
      bypassCSP: true,
    });
    const page = await context.newPage();
    await page.goto(address);
    await page.locator('.opblock').first().waitFor();
    for (const operation of await page.locator('.opblock-summary-control').all()) {
      await operation.click();
    }
    await page.locator('.responses-inner').last().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(400);
    expect(await violations(page)).toEqual([]);
    await context.close();
  },
  SLOW,
);

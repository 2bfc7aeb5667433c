import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { operations } from '../../../functions/operations.ts';
import { generateApiKey } from '../../../lib/accounts/api-key.ts';
import type { Contract } from '../../../lib/http/contract.ts';
import { call } from '../../support/client.ts';
import { endLocalServers, type LocalServer, startLocalServer } from '../../support/local-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startBrowser, type Visit, visit } from './browser.ts';

let browser: Browser;
let server: LocalServer;

beforeAll(async () => {
  const dataDir = temporaryFolder();
  [browser, server] = await Promise.all([startBrowser(), startLocalServer({ dataDir })]);
});
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
afterAll(async () => {
  await browser?.close();
  endLocalServers();
});

/** Expands an operation. */
const expand = async (page: Page, tag: string, operationId: string): Promise<Locator> => {
  const operation = page.locator(`#operations-${tag}-${operationId}`);
  await operation.locator('.opblock-summary-control').click();
  return operation;
};

/** Clicks Execute, and gives what the browser received and what the page shows of it. */
const execute = async (page: Page, operation: Locator) => {
  const received = page.waitForResponse((response) => response.url().includes('/v1/'));
  await operation.locator('.execute').click();
  const response = await received;
  const shown = operation.locator('.live-responses-table .response').first();
  return {
    status: response.status(),
    sent: await response.request().allHeaders(),
    shownStatus: await shown.locator('.response-col_status').innerText(),
    shown: await shown.innerText(),
  };
};

const run = promisify(execFile);

/** The languages of programs, and how one of them runs. */
const PROGRAMS = [
  ['curl', 'bash', '-c'],
  ['TypeScript', 'node', '--input-type=module-typescript', '-e'],
  ['Python', 'python3', '-c'],
] as const;

const expectQuiet = ({ origins, complaints, page }: Visit): void => {
  expect([...origins]).toEqual([new URL(page.url()).origin]);
  expect(complaints).toEqual([]);
};

const origin = (base: string): string => new URL('/', base).href;

describe('the reference in a browser', () => {
  test('shows every operation of the pets, and lists pets when it is asked to', async () => {
    const categoryId = 9007199254740993n;
    await call('/pets', { method: 'POST', body: { name: 'Rex', categoryId } }, server);
    const visited = await visit(browser, origin(server.baseUrl));
    const { page } = visited;
    await page.locator('.opblock').first().waitFor();
    const ofPets = operations.filter(({ api }: Contract) => api === 'pets');
    const shown = page.locator('.opblock-tag-section .opblock-summary');
    expect(await shown.count()).toBe(ofPets.length);
    const beta = ofPets.filter(({ stability }: Contract) => stability === 'beta');
    expect(await shown.filter({ hasText: '(beta)' }).count()).toBe(beta.length);

    const listPets = await expand(page, 'Pets', 'listPets');
    const answer = await execute(page, listPets);
    expect([answer.status, answer.shownStatus.trim()]).toEqual([200, '200']);
    expect(answer.sent).toMatchObject({ authorization: `Bearer ${server.apiKey}` });
    expect(answer.sent).not.toHaveProperty('cookie');
    // As a number of JavaScript it would end in 2.
    expect(answer.shown).toContain('"categoryId": 9007199254740993');
    expectQuiet(visited);

    const picture = process.env['SCREENSHOT'];
    if (picture) {
      await page.setViewportSize({ width: 1200, height: 1350 });
      await listPets.evaluate((element) => element.scrollIntoView());
      await page.screenshot({ path: picture });
    }
  });

  test('shows what a receiver gets with the operation that creates its webhook', async () => {
    const visited = await visit(browser, origin(server.baseUrl));
    const operation = await expand(visited.page, 'Webhooks', 'createWebhook');
    await operation.getByText('Callbacks').click();
    const callbacks = operation.locator('.callbacks-container .opblock-summary');
    expect(await callbacks.allInnerTexts()).toEqual([expect.stringContaining('(beta)')]);
    expectQuiet(visited);
  });

  test('sends a message to the quickstart from the page at its address', async () => {
    const visited = await visit(browser, origin(server.quickstartUrl));
    const { page } = visited;
    const answer = await execute(page, await expand(page, 'Quickstart', 'createMessage'));
    expect([answer.status, answer.shownStatus.trim()]).toEqual([202, '202']);
    expect(answer.sent).toMatchObject({ 'content-type': 'application/json' });
    expect(answer.shown).toMatch(/"id": "msg_[\da-f-]{36}"/);
    expect(answer.shown).toContain('"message": "Hello"');
    expectQuiet(visited);
  });

  test('creates a pet from its example', async () => {
    const visited = await visit(browser, origin(server.baseUrl));
    const createPet = await expand(visited.page, 'Pets', 'createPet');
    const answer = await execute(visited.page, createPet);
    expect([answer.status, answer.shownStatus.trim()]).toEqual([201, '201']);
    expect(answer.shown).toContain('location: /v1/pets/');
    expect(answer.shown).toContain('"status": "available"');
    expectQuiet(visited);
  });

  test('shows the 401 for a key that is not known', async () => {
    const { page, origins } = await visit(browser, origin(server.baseUrl));
    await page.locator('.auth-wrapper .authorize').click();
    const dialog = page.locator('.modal-ux');
    await dialog.getByRole('button', { name: 'Remove authorization' }).click();
    await dialog.locator('input').fill(generateApiKey('pet_test_'));
    await dialog.getByRole('button', { name: 'Apply credentials' }).click();
    await dialog.locator('.btn-done').click();

    const answer = await execute(page, await expand(page, 'Pets', 'listPets'));
    expect([answer.status, answer.shownStatus.split(/\s/)[0]]).toEqual([401, '401']);
    expect(answer.shown).toContain('"code": "unauthorized"');
    expect([...origins]).toEqual([new URL(page.url()).origin]);
  });

  test('shows a request, as it is in the fields, as programs that send it', async () => {
    const { page } = await visit(browser, origin(server.baseUrl));
    const createPet = await expand(page, 'Pets', 'createPet');
    const name = "O'Neil \\ `$HOME` ''' \"Ünï\"";
    await createPet.locator('.body-param__text').fill(JSON.stringify({ name, categoryId: 7 }));
    for (const [language, command, ...options] of PROGRAMS) {
      await createPet.getByRole('button', { name: language }).click();
      const program = await createPet.locator('.snippets pre').innerText();
      expect(program).not.toContain(server.apiKey);
      const env = { ...process.env, API_KEY: server.apiKey };
      const { stdout } = await run(command, [...options, program], { env });
      expect(stdout).toMatch(/\b201\b/);
      expect(stdout).toContain(JSON.stringify(name));
    }
  });

  test('leads from the pets to the messages', async () => {
    const { page } = await visit(browser, origin(server.baseUrl));
    await page.getByRole('link', { name: 'Messages' }).click();
    await page.locator('#operations-Quickstart-createMessage').waitFor();
  });
});

import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import axe from 'axe-core';
import { chromium, type Locator, type Page } from 'playwright-core';
import { operations } from '../../../functions/operations.ts';
import type { Contract } from '../../../lib/http/contract.ts';
import { endLocalServers, startLocalServer } from '../../support/local-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Milliseconds for a test of every operation of the reference: axe-core looks at each element. */
const SLOW = 300_000;

/** The first program of its arguments that there is. */
const FIND = 'for name; do command -v "$name" && exit; done';

/** Starts Chromium. CHROMIUM may name another browser. */
const startBrowser = () => {
  const names = [process.env['CHROMIUM'] ?? '', 'chromium', 'chromium-browser', 'google-chrome'];
  const { stdout } = spawnSync('sh', ['-c', FIND, 'sh', ...names], { encoding: 'utf8' });
  if (stdout === '') {
    throw new Error(
      'Chromium is missing: install it (apt-get install chromium), or name it in CHROMIUM.',
    );
  }
  return chromium.launch({
    executablePath: stdout.trim(),
    // Chromium has no sandbox for root.
    chromiumSandbox: process.getuid?.() !== 0,
    // Playwright turns off what else it would send home.
    args: ['--disable-quic'],
  });
};

const browser = await startBrowser();
const server = await startLocalServer({ dataDir: temporaryFolder() });
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
afterAll(async () => {
  await browser.close();
  endLocalServers();
});

/** Opens an address and writes down what the page does: the origins that it asks for, and errors of its console. */
const visit = async (path: string) => {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  page.setDefaultTimeout(60_000);
  const origins = new Set<string>();
  const complaints: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:') origins.add(origin);
  });
  // Violations of its policy among them.
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  await page.goto(new URL(path, server.baseUrl).href);
  await page.locator('.opblock').first().waitFor();
  return { page, origins, complaints };
};

/** Opens a link to an operation. */
const openOperation = async (tag: string, operationId: string, base = server.baseUrl) => {
  const visited = await visit(new URL(`/#/${tag}/${operationId}`, base).href);
  const operation = visited.page.locator(`#operations-${tag}-${operationId}`);
  await operation.locator('.execute').waitFor();
  return { ...visited, operation };
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
    shownStatus: (await shown.locator('.response-col_status').innerText()).trim(),
    shown: await shown.innerText(),
  };
};

const expectQuiet = ({ origins, complaints, page }: Awaited<ReturnType<typeof visit>>): void => {
  expect([...origins]).toEqual([new URL(page.url()).origin]);
  expect(complaints).toEqual([]);
};

test('sends and shows an int64 to the last digit, with the key filled in', async () => {
  const created = await openOperation('Pets', 'createPet');
  const shown = created.page.locator('.opblock-tag-section .opblock-summary');
  const ofPets = operations.filter(({ api }: Contract) => api === 'pets');
  expect(await shown.count()).toBe(ofPets.length);
  expect((await created.operation.boundingBox())?.height).toBeLessThan(3_000);
  // As a number of JavaScript it would end in 2.
  const pet = '{"name":"Rex","categoryId":9007199254740993}';
  await created.operation.locator('.body-param__text').fill(pet);
  const creation = await execute(created.page, created.operation);
  expect(creation).toMatchObject({ status: 201, shownStatus: '201' });
  expect(creation.shown).toContain('location: /v1/pets/');
  expectQuiet(created);

  const listed = await openOperation('Pets', 'listPets');
  await listed.operation.getByLabel('categoryId').fill('9007199254740993');
  const list = await execute(listed.page, listed.operation);
  expect(list).toMatchObject({ status: 200, shownStatus: '200' });
  expect(list.shown).toContain('"categoryId": 9007199254740993');
  expect(list.sent).toMatchObject({ authorization: `Bearer ${server.apiKey}` });
  expect(list.sent).not.toHaveProperty('cookie');
  expectQuiet(listed);
});

test('leads from the pets to the messages, and sends one', async () => {
  const { page } = await visit('/');
  const link = await page.getByRole('link', { name: 'messages' }).getAttribute('href');
  const visited = await openOperation('Quickstart', 'createMessage', link ?? '');
  const answer = await execute(visited.page, visited.operation);
  expect(answer).toMatchObject({ status: 202, shownStatus: '202' });
  expect(answer.shown).toContain('"message": "Hello"');
  expectQuiet(visited);
});

/** The languages of programs, and how one of them runs. */
const PROGRAMS = [
  ['curl', 'bash', '-c'],
  ['TypeScript', 'node', '--input-type=module-typescript', '-e'],
  ['Python', 'python3', '-c'],
] as const;

test('shows a request that was sent as programs that send it without the key in them', async () => {
  const { page, operation } = await openOperation('Pets', 'createPet');
  const name = "O'Neil \\ `$HOME` ''' \"Ünï\"";
  await operation.locator('.body-param__text').fill(JSON.stringify({ name, categoryId: 7 }));
  await execute(page, operation);
  for (const [language, command, ...options] of PROGRAMS) {
    await operation.getByRole('button', { name: language }).press('Enter');
    const program = await operation.locator('.request-snippets .curl').innerText();
    expect(program).not.toContain(server.apiKey);
    const env = { ...process.env, API_KEY: server.apiKey };
    const { stdout } = await promisify(execFile)(command, [...options, program], { env });
    expect(stdout).toMatch(/\b201\b/);
    expect(stdout).toContain(JSON.stringify(name));
  }
});

/**
 * What axe-core finds wrong for screen readers and the keyboard: each rule, and the elements.
 * @param rules the ids of the rules. @default all
 */
const violations = async (page: Page, ...rules: string[]): Promise<unknown> => {
  // As a script of the page its policy forbids it.
  await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const { axe: added } = globalThis as unknown as { readonly axe: typeof axe };
    // Swagger UI's own colors are too pale for the rule `color-contrast`.
    const rules = { 'color-contrast': { enabled: false } };
    const { violations } = await added.run(runOnly.length > 0 ? { runOnly } : { rules });
    return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
  }, rules);
};

test(
  'every operation of the reference can be read by a screen reader',
  async () => {
    const { page } = await visit('/');
    expect(await violations(page, 'heading-order', 'page-has-heading-one')).toEqual([]);
    // All at once: Swagger UI draws everything again for each, which takes minutes one by one.
    await page.evaluate(
      `document.querySelectorAll('.opblock-summary-control').forEach((each) => each.click())`,
    );
    const shown = await page.locator('.opblock-tag-section .opblock').count();
    await page
      .locator('.opblock-tag-section .execute')
      .nth(shown - 1)
      .waitFor();
    await page.locator('#operations-Pets-listPets .execute').click();
    await page.locator('.live-responses-table .response').first().waitFor();
    expect(await violations(page)).toEqual([]);
  },
  SLOW,
);

test('follows the dark mode of the system', async () => {
  const { page } = await visit('/');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html.dark-mode').waitFor();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('html:not(.dark-mode)').waitFor();
});

/** Moves the focus with the Tab key until it is on an element, and presses Enter. */
const tabToAndPress = async (page: Page, selector: string): Promise<void> => {
  await page.locator(selector).waitFor();
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await page.locator(`${selector}:focus`).count()) > 0) {
      return page.keyboard.press('Enter');
    }
  }
  throw new Error(`The Tab key does not reach ${selector}.`);
};

test(
  'an operation can be found, opened and sent once with the keyboard, which stays where it is',
  async () => {
    const { page } = await visit('/');
    const focused = (selector: string) => page.locator(`${selector}:focus`).count();
    const answer = Promise.withResolvers<void>();
    let requests = 0;
    await page.route(/\/v1\/pets/, async (route) => {
      requests += 1;
      await answer.promise;
      await route.continue();
    });
    const opener = '#operations-Pets-listPets .opblock-summary-control';
    const button = '#operations-Pets-listPets .execute';
    await tabToAndPress(page, opener);
    await page.locator(button).waitFor();
    expect(await focused(opener)).toBe(1);
    await tabToAndPress(page, button);
    await page.locator('.loading-container').waitFor();
    await page.keyboard.press('Enter');
    answer.resolve();
    const shown = page.locator('.live-responses-table .response .response-col_status');
    expect((await shown.innerText()).trim()).toBe('200');
    expect(await focused(button)).toBe(1);
    expect(requests).toBe(1);
  },
  SLOW,
);

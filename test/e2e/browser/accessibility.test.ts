import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { endLocalServers, type LocalServer, startLocalServer } from '../../support/local-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { SLOW, startBrowser, violations } from './browser.ts';

const PHONE = { width: 400, height: 800 };
const SCREEN = { width: 1200, height: 900 };

let browser: Browser;
let server: LocalServer;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  [browser, server] = await Promise.all([
    startBrowser(),
    startLocalServer({ dataDir: folder.path }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  endLocalServers();
  await folder.remove();
});

const open = async (viewport: typeof PHONE): Promise<Page> => {
  // axe-core is added to the page, which the page's policy forbids to others.
  const context = await browser.newContext({ viewport, bypassCSP: true });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await page.goto(new URL('/', server.baseUrl).href);
  return page;
};

/** Expands everything and sends each operation that can be sent as it is. */
const useReference = async (page: Page): Promise<void> => {
  await page.locator('.opblock').first().waitFor();
  for (const opened of await page.locator('.opblock').all()) {
    await opened.locator('.opblock-summary-control').click();
  }
  for (const operation of await page.locator('.opblock-tag-section .opblock').all()) {
    await operation.locator('.execute').click();
  }
  await page.locator('.live-responses-table .response').first().waitFor();
};

test.each([PHONE, SCREEN])(
  'the reference, $width pixels wide, does not scroll sideways and can be read by a screen reader',
  async (viewport) => {
    const page = await open(viewport);
    await page.locator('.opblock').first().waitFor();
    expect(await violations(page, 'heading-order', 'page-has-heading-one')).toEqual([]);
    await useReference(page);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBe(viewport.width);
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(page, 'color-contrast')).toEqual([]);
    await page.context().close();
  },
  SLOW,
);

/** Moves the focus with the Tab key until it is on an element. */
const tabTo = async (page: Page, selector: string): Promise<void> => {
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.locator(`${selector}:focus`).count()) return;
  }
  throw new Error(`The Tab key does not reach ${selector}.`);
};

/** The status of the answer that the browser receives for a path; undefined if none comes in 20 seconds. */
const statusOf = (page: Page, path: string): Promise<number | undefined> =>
  page
    .waitForResponse((response) => new URL(response.url()).pathname === path, { timeout: 20_000 })
    .then((response) => response.status())
    .catch(() => undefined);

/** Opens an operation and sends it with the keyboard alone. */
const sendByKeyboard = async (page: Page): Promise<number | undefined> => {
  await page.locator('.opblock').first().waitFor();
  await tabTo(page, '#operations-Pets-listPets .opblock-summary-control');
  await page.keyboard.press('Enter');
  await page.locator('#operations-Pets-listPets .execute').waitFor();
  await tabTo(page, '#operations-Pets-listPets .execute');
  const status = statusOf(page, '/v1/pets');
  await page.keyboard.press('Enter');
  return await status;
};

test(
  'an operation can be found, opened and sent with the keyboard alone',
  async () => {
    // Now and then, after long use of the browser, Enter on the button is not followed by an answer. Nobody knows why.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const page = await open(SCREEN);
      const status = await sendByKeyboard(page);
      if (status !== undefined) {
        expect(status).toBe(200);
        const shown = page.locator('.live-responses-table .response .response-col_status');
        expect((await shown.innerText()).trim()).toBe('200');
        await page.context().close();
        return;
      }
      const button = page.locator('#operations-Pets-listPets .execute');
      console.warn(`Not answered: ${await button.evaluate(({ outerHTML }) => outerHTML)}`);
      await page.context().close();
    }
    throw new Error('Enter on the button Execute was not answered, three times.');
  },
  SLOW,
);

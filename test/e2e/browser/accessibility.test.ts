import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openReference, SLOW, violations } from './browser.ts';

// axe-core is added to the page, which the page's policy forbids to others.
const { visit } = await openReference({ bypassCSP: true });

test(
  'every operation of the reference can be read by a screen reader',
  async () => {
    const { page } = await visit('/');
    expect(await violations(page, 'heading-order', 'page-has-heading-one')).toEqual([]);
    // All at once: Swagger UI draws everything again for each, which takes minutes one by one.
    await page.evaluate(
      `document.querySelectorAll('.opblock-summary-control').forEach((each) => each.click())`,
    );
    const operations = await page.locator('.opblock-tag-section .opblock').count();
    await page
      .locator('.opblock-tag-section .execute')
      .nth(operations - 1)
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
    const execute = '#operations-Pets-listPets .execute';
    await tabToAndPress(page, opener);
    await page.locator(execute).waitFor();
    expect(await focused(opener)).toBe(1);
    await tabToAndPress(page, execute);
    await page.locator('.loading-container').waitFor();
    await page.keyboard.press('Enter');
    answer.resolve();
    const shown = page.locator('.live-responses-table .response .response-col_status');
    expect((await shown.innerText()).trim()).toBe('200');
    expect(await focused(execute)).toBe(1);
    expect(requests).toBe(1);
  },
  SLOW,
);

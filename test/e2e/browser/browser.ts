import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { afterAll, afterEach } from '@jest/globals';
import type axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { endLocalServers, startLocalServer } from '../../support/local-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Milliseconds for a test of every operation of the reference: axe-core looks at each element. */
export const SLOW = 300_000;

/** The first program of its arguments that there is. */
const FIND = 'for name; do command -v "$name" && exit; done';

/** Starts Chromium. CHROMIUM may name another browser. */
const startBrowser = (): Promise<Browser> => {
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

/** A local server for the tests of a file, and what opens its pages, each without those before. */
export const openReference = async (options: BrowserContextOptions = {}) => {
  const browser = await startBrowser();
  const server = await startLocalServer({ dataDir: temporaryFolder() });
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  afterAll(async () => {
    await browser.close();
    endLocalServers();
  });

  /** Opens an address and writes down what the page does: the origins that it asks for, and errors of its console. */
  const visit = async (path: string) => {
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, ...options });
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
  return { server, visit };
};

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * What axe-core finds wrong for screen readers and the keyboard: each rule, and the elements.
 * @param rules the ids of the rules. @default all
 */
export const violations = async (page: Page, ...rules: string[]): Promise<unknown> => {
  await page.addScriptTag({ path: AXE });
  return page.evaluate(async (runOnly) => {
    const { axe: added } = globalThis as unknown as { readonly axe: typeof axe };
    // Swagger UI's own colors are too pale for the rule `color-contrast`.
    const rules = { 'color-contrast': { enabled: false } };
    const { violations } = await added.run(runOnly.length > 0 ? { runOnly } : { rules });
    return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
  }, rules);
};

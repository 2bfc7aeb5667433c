import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';
import { endLocalServers, type LocalServer, startLocalServer } from '../../support/local-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Milliseconds for a test of every operation of the reference: axe-core looks at each element. */
export const SLOW = 300_000;

const pathOf = (command: string): string =>
  spawnSync('sh', ['-c', 'command -v "$0"', command], { encoding: 'utf8' }).stdout.trim();

/** Starts Chromium, without what it would send home. CHROMIUM may name another browser. */
const startBrowser = (): Promise<Browser> => {
  const names = [process.env['CHROMIUM'] ?? '', 'chromium', 'chromium-browser', 'google-chrome'];
  const executablePath = names.map(pathOf).find((path) => path !== '');
  if (executablePath === undefined) {
    throw new Error(
      'Chromium is missing: install it (apt-get install chromium), or name it in CHROMIUM.',
    );
  }
  return chromium.launch({
    executablePath,
    // Chromium has no sandbox for root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-quic',
      '--disable-sync',
      '--no-first-run',
    ],
  });
};

/** A browser and a local server for the tests of a file, which get each page without those before. */
export const openReference = (): { browser: Browser; server: LocalServer } => {
  const opened = {} as { browser: Browser; server: LocalServer };
  beforeAll(async () => {
    opened.server = await startLocalServer({ dataDir: temporaryFolder() });
    opened.browser = await startBrowser();
  });
  afterEach(() => Promise.all(opened.browser.contexts().map((context) => context.close())));
  afterAll(async () => {
    await opened.browser?.close();
    endLocalServers();
  });
  return opened;
};

/** What a page did. */
export interface Visit {
  readonly page: Page;
  /** The origins of all that it asked for. */
  readonly origins: ReadonlySet<string>;
  /** Errors of its console, violations of its policy among them. */
  readonly complaints: readonly string[];
}

/** Opens an address and writes down what the page does. */
export const visit = async (browser: Browser, url: string): Promise<Visit> => {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  page.setDefaultTimeout(60_000);
  const origins = new Set<string>();
  const complaints: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:') origins.add(origin);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  await page.goto(url);
  return { page, origins, complaints };
};

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * What axe-core finds wrong for screen readers and the keyboard: each rule, and the elements.
 * @param rules the ids of the rules. @default all
 */
export const violations = async (page: Page, ...rules: readonly string[]): Promise<unknown> => {
  await page.addScriptTag({ path: AXE });
  return page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as AxeWindow;
    // Swagger UI's own colors are too pale for the rule `color-contrast`.
    const rules = { 'color-contrast': { enabled: false } };
    const { violations } = await axe.run(runOnly.length > 0 ? { runOnly } : { rules });
    return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
  }, rules);
};

interface AxeWindow {
  readonly axe: {
    run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
  };
}

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

/** Runs the tests of test/e2e/browser in the Chromium of this machine. */

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

const { values } = parseArgs({ options: { screenshot: { type: 'boolean', default: false } } });

const chromium = [process.env['CHROMIUM'], ...NAMES].find(
  (name) => name && spawnSync(name, ['--version']).status === 0,
);
if (chromium === undefined) {
  console.error(
    'Chromium is missing: install it (apt-get install chromium), or name it in CHROMIUM.',
  );
  process.exit(1);
}

const child = spawn('npm', ['run', '--silent', 'jest', '--', '--selectProjects', 'browser'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    CHROMIUM: chromium,
    ...(values.screenshot && { SCREENSHOT: 'docs/images/reference.png' }),
  },
});
const [status] = await once(child, 'close');
process.exit(status ?? 1);

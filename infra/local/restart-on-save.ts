import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { endWithParent } from './end-with-parent.ts';
import { sourceChanges } from './source-changes.ts';

/** Runs Node with its arguments, and again after each save of a source. `node --watch` loses a file that a save replaces by a rename. */

const ROOT = join(import.meta.dirname, '../..');

/** How often it looks at the sources, in ms: a look takes some 10 ms. */
const LOOK_EVERY_MS = 500;

/** The time that a server has to close, in ms. One in an endless loop does not. */
const CLOSE_LIMIT_MS = 3000;

let saved = Promise.withResolvers<void>();
let isEnding = false;
let changes = sourceChanges(ROOT);
setInterval(() => {
  const before = changes;
  changes = sourceChanges(ROOT);
  if (changes !== before) saved.resolve();
}, LOOK_EVERY_MS);
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    isEnding = true;
    saved.resolve();
  });
}
endWithParent();

while (!isEnding) {
  saved = Promise.withResolvers();
  const server = spawn(process.execPath, process.argv.slice(2), { stdio: 'inherit' });
  const exit = once(server, 'exit');
  const ownExit = await Promise.race([exit, saved.promise]);
  // Not the signal that came: a terminal has sent it already, and twice the same leaves no time to close.
  server.kill('SIGTERM');
  const limit = setTimeout(() => server.kill('SIGKILL'), CLOSE_LIMIT_MS);
  const [status] = await exit;
  clearTimeout(limit);
  process.exitCode = status ?? 1;
  if (ownExit && status === 0) break;
  if (ownExit) console.error('Waiting for the next save ...');
  await saved.promise;
}
process.exit();

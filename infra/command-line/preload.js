/** Loaded before a command, as JavaScript: a Node that may not run TypeScript ends with one line that says what to do. */
import module from 'node:module';
import { join } from 'node:path';

const hasDependencies = () => {
  try {
    return Boolean(import.meta.resolve('@commander-js/extra-typings'));
  } catch {
    return false;
  }
};

if (!process.features.typescript || !hasDependencies()) {
  console.error(
    `pet-store: dependencies are missing, or the Node 24 among them (this is Node ${process.versions.node}). Run: npm ci --include=dev --ignore-scripts=false`,
  );
  process.exit(1);
}

// Compiled code is kept, also of processes that this one starts: from the second time on that saves a third of the time. Not in
// the system's temporary folder: others may write there.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../node_modules/.cache/node');
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);

// The command goes on when the reader of its output ends, as `head` does.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', ({ code }) => {
    if (code !== 'EPIPE') process.exitCode = 1;
  });
}

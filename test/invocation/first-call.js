import { createHook } from 'node:async_hooks';
import { registerHooks, syncBuiltinESMExports } from 'node:module';

/**
 * A program: loads a bundle, hands its function one event, and prints what was loaded for it.
 * JavaScript, as Node's own loader of types would be on the list.
 */

const [entry, event, leads] = process.argv.slice(2);
// The addresses that it may connect to by TLS, each of which leads to another.
const addresses = JSON.parse(leads);
const tls = process.getBuiltinModule('node:tls');
const { connect } = tls;
tls.connect = (options) => {
  const called = `${options.servername}:${options.port}`;
  if (!(called in addresses)) throw new Error(`${called} is called`);
  const { hostname, port } = new URL(addresses[called]);
  return connect({ ...options, host: hostname, port, servername: '' });
};
const files = [];
registerHooks({
  resolve: (specifier, context, next) => {
    const resolved = next(specifier, context);
    files.push(resolved.url);
    return resolved;
  },
});
// Whatever asks the file system for something and goes on meanwhile; and what waits for it, but for
// Node's reading of the bundle.
let fileRequests = 0;
createHook({
  init: (_id, type) => {
    if (type.startsWith('FSREQ')) fileRequests += 1;
  },
}).enable();
const fs = process.getBuiltinModule('node:fs');
for (const name of ['existsSync', 'openSync', 'readdirSync', 'readFileSync', 'statSync']) {
  const ask = fs[name];
  fs[name] = (...words) => {
    if (String(words[0]) !== entry) fileRequests += 1;
    return ask(...words);
  };
}
syncBuiltinESMExports();
// Lambda's own runtime client has required this module before a function is loaded.
process.getBuiltinModule('node:http');

/**
 * The most that it has had, in KB. Not maxRSS on Linux: that begins with what the process that
 * started this one had.
 */
const mostMemory = () =>
  process.platform === 'linux'
    ? Number(/^VmHWM:\s+(\d+) kB$/m.exec(fs.readFileSync('/proc/self/status', 'utf8'))?.[1])
    : process.resourceUsage().maxRSS;

const { handler } = await import(entry);
const answer = await handler(JSON.parse(event), { getRemainingTimeInMillis: () => 9000 });
console.log(
  JSON.stringify({
    answer,
    files,
    fileRequests,
    builtins: process.moduleLoadList,
    sourceMaps: process.sourceMapsEnabled,
    memory: mostMemory(),
  }),
);
process.exit();

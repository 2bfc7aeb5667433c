import { createHook } from 'node:async_hooks';
import { registerHooks, syncBuiltinESMExports } from 'node:module';

/**
 * Preloaded into the process of a function: tells what the process has loaded and left open, when
 * it is asked. JavaScript, as Node's own loader of types would be on the list.
 */

const bundle = process.env.LAMBDA_TASK_ROOT;

// The addresses that it may connect to by TLS, each of which leads to another.
const addresses = JSON.parse(process.env.TEST_ADDRESSES);
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
    if (`${resolved.url}${context.parentURL}`.includes(bundle)) files.push(resolved.url);
    return resolved;
  },
});

// Requests to the file system, but for the runtime's and Node's search and reading of the bundle.
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
    if (!String(words[0]).includes(bundle)) fileRequests += 1;
    return ask(...words);
  };
}
syncBuiltinESMExports();

/** The most memory that it has had, in KB. Not maxRSS on Linux, which begins with the parent's. */
const mostMemory = () =>
  process.platform === 'linux'
    ? Number(/^VmHWM:\s+(\d+) kB$/m.exec(fs.readFileSync('/proc/self/status', 'utf8'))?.[1])
    : process.resourceUsage().maxRSS;

process.on('message', () =>
  process.send({
    files,
    fileRequests,
    builtins: process.moduleLoadList,
    sourceMaps: process.sourceMapsEnabled,
    open: process.getActiveResourcesInfo(),
    memory: mostMemory(),
  }),
);
process.channel.unref();

import { createHook } from 'node:async_hooks';
import { registerHooks } from 'node:module';

/**
 * A program: loads a bundle, hands its function one event, and prints what was loaded for it.
 * JavaScript, as Node's own loader of types would be on the list.
 */

const [entry, event] = process.argv.slice(2);
const files = [];
registerHooks({
  resolve: (specifier, context, next) => {
    const resolved = next(specifier, context);
    files.push(resolved.url);
    return resolved;
  },
});
// A module is read at once; whatever else asks the file system for something does so as a resource.
let fileRequests = 0;
createHook({
  init: (_id, type) => {
    if (type.startsWith('FSREQ')) fileRequests += 1;
  },
}).enable();
// Lambda's own runtime client has required this module before a function is loaded.
process.getBuiltinModule('node:http');

const { handler } = await import(entry);
const answer = await handler(JSON.parse(event), { getRemainingTimeInMillis: () => 9000 });
console.log(
  JSON.stringify({
    answer,
    files,
    fileRequests,
    builtins: process.moduleLoadList,
    sourceMaps: process.sourceMapsEnabled,
  }),
);
process.exit();

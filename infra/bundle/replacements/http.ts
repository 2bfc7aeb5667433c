/**
 * Stands in for `node:http` in bundles. Importing that module's ESM form loads all of undici at
 * cold start; `getBuiltinModule` does not.
 */
const http = process.getBuiltinModule('node:http');

/** All that bundled packages take from it by name. */
export const { Agent, request, STATUS_CODES } = http;

export default http;

/**
 * Replaces `node:http` in bundles: its ES module reads every lazy getter, one of which loads undici. `@middy/util` imports
 * STATUS_CODES.
 */
export const { Agent, STATUS_CODES, request } = process.getBuiltinModule('node:http');

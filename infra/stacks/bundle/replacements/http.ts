/** Replaces `node:http` in bundles: its ES module reads every lazy getter, one of which loads undici. */
export const { Agent, STATUS_CODES, request } = process.getBuiltinModule('node:http');

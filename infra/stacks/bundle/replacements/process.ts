/** Replaces `node:process` in bundles: its ES module reads every lazy getter at cold start. */
export const { env, versions } = process;

/** Stands in for `node:process` in bundles: the ESM form reads every lazy getter at cold start. */
export const { env, versions } = process;

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const schema = z.object({
  app: z.templateLiteral(['node ', z.string()]),
  context: z.record(z.string(), z.unknown()),
});

/** Reads `cdk.json`, as an app on this machine needs it. */
export const cdkConfiguration = (): z.infer<typeof schema> => {
  const file = join(import.meta.dirname, '../../cdk.json');
  const { app, context } = schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  // Functions run from the folders of their bundles, next to their source maps.
  return { app, context: { ...context, 'aws:cdk:disable-asset-staging': true } };
};

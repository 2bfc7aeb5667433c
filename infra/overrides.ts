import type { App } from 'aws-cdk-lib';
import * as z from 'zod';
import { RELEASES } from './stages.ts';

const Overrides = z.object({
  /** Releases every stage so, whatever `stages.ts` says: for an emulator without CodeDeploy. */
  release: z.enum(RELEASES).optional(),
});

/**
 * What `cdk … -c name=value` says otherwise than the code, for one run.
 * @throws ZodError if a value is none of those there are
 */
export const readOverrides = ({ node }: App): z.output<typeof Overrides> =>
  Overrides.parse(
    Object.fromEntries(Object.keys(Overrides.shape).map((key) => [key, node.tryGetContext(key)])),
  );

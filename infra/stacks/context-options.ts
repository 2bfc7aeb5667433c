import * as z from 'zod';
import { operations } from '../../functions/operations.ts';
import { RELEASES } from './stages.ts';

const deprecated = operations
  .filter(({ deprecation }) => deprecation)
  .map(({ operationId }) => operationId);

const ContextOptions = z.object({
  /** Overrides the release of all stages in `stages.ts`: for an emulator without CodeDeploy. */
  release: z.enum(RELEASES).optional(),
  /** Leaves out streams and what they invoke: after a table got another stream by hand (docs/restoring.md). */
  streams: z.enum(['off']).optional(),
  /** Deploys functions with the AWS SDK as it is, should AWS change what bundles leave out or replace. */
  sdk: z.enum(['whole']).optional(),
  /** Deprecated operations that are deployed after their removal date, separated by commas. */
  keepPastRemoval: z
    .string()
    .default('')
    .transform((ids) => ids.split(',').filter((id) => id !== ''))
    .pipe(z.array(z.enum(deprecated))),
});

/**
 * Reads the overrides that `cdk … -c name=value` gives for one run.
 * @param context of the app, by name
 * @throws ZodError if a value is not allowed
 */
export const readContextOptions = (context: unknown) => ContextOptions.parse(context);

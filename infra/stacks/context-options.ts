import * as z from 'zod';
import { operations } from '../../functions/operations.ts';
import type { Contract } from '../../lib/http/contract.ts';
import { RELEASES } from './stages.ts';

const deprecated = (operations satisfies readonly Contract[])
  .filter((contract: Contract) => contract.deprecation)
  .map(({ operationId }) => operationId);

const ContextOptions = z.object({
  /** Releases every stage so, in place of what `stages.ts` says: for an emulator without CodeDeploy. */
  release: z.enum(RELEASES).optional(),
  /** Deprecated operations, with commas between, that are deployed past their removal date. */
  keepPastRemoval: z
    .string()
    .default('')
    .transform((ids) => ids.split(',').filter((id) => id !== ''))
    .pipe(z.array(z.enum(deprecated))),
});

/**
 * What `cdk … -c name=value` says otherwise than the code, for one run.
 * @param context the value of a name, or undefined: `node.tryGetContext` of the app
 * @throws ZodError if a value is none of those there are
 */
export const readContextOptions = (
  context: (name: string) => unknown,
): z.output<typeof ContextOptions> =>
  ContextOptions.parse(
    Object.fromEntries(Object.keys(ContextOptions.shape).map((name) => [name, context(name)])),
  );

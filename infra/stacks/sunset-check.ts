import { Annotations, type Stack } from 'aws-cdk-lib';
import type { Contract } from '../../lib/http/contract.ts';

/** How long before its removal date an operation is reported, in ms. */
const NOTICE_MS = 90 * 24 * 60 * 60 * 1000;

/**
 * Adds a warning to a stack for each operation from 90 days before its removal date on. From that date on it is an error,
 * which stops the deployment, unless the operation is kept by name.
 */
export const annotateRemovals = (
  stack: Stack,
  operations: readonly Pick<Contract, 'deprecation' | 'operationId'>[],
  now: Date,
  kept: readonly string[],
): void => {
  for (const { operationId, deprecation } of operations) {
    if (!deprecation || now.getTime() < deprecation.sunset.getTime() - NOTICE_MS) continue;
    const date = deprecation.sunset.toISOString().slice(0, 10);
    const remove = `${operationId} is to be removed on ${date}: delete its folder and its line in functions/index.ts`;
    const elsewhere = deprecation.elsewhere ? ` ${deprecation.elsewhere}.` : '';
    if (now < deprecation.sunset || kept.includes(operationId)) {
      Annotations.of(stack).addWarningV2(`removal:${operationId}`, `${remove}.${elsewhere}`);
    } else {
      Annotations.of(stack).addError(
        `${remove}, or keep it for this once with -c keepPastRemoval=${operationId}.${elsewhere}`,
      );
    }
  }
};

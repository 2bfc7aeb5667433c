import { Annotations, type Stack } from 'aws-cdk-lib';
import type { Contract } from '../../lib/http/contract.ts';

type Removable = Pick<Contract, 'deprecation' | 'operationId'>;

/** How long before its removal date an operation is reported, in ms. */
const NOTICE_MS = 90 * 24 * 60 * 60 * 1000;

/**
 * A notice for the person who deploys an operation: a warning from 90 days before its removal date on. From that date on
 * it is an error, which stops the deployment, unless the operation is kept by name.
 */
export const removalNotice = (
  { operationId, deprecation }: Removable,
  now: Date,
  kept: readonly string[],
) => {
  if (!deprecation || now.getTime() < deprecation.sunset.getTime() - NOTICE_MS) return undefined;
  const date = deprecation.sunset.toISOString().slice(0, 10);
  const remove = `${operationId} is to be removed on ${date}: delete its folder and its line in functions/index.ts`;
  const elsewhere = deprecation.elsewhere ? ` ${deprecation.elsewhere}.` : '';
  if (now < deprecation.sunset || kept.includes(operationId)) {
    return { level: 'warning' as const, message: `${remove}.${elsewhere}` };
  }
  return {
    level: 'error' as const,
    message: `${remove}, or keep it for this once with -c keepPastRemoval=${operationId}.${elsewhere}`,
  };
};

/** Adds these notices to a stack. */
export const annotateRemovals = (
  stack: Stack,
  operations: readonly Removable[],
  now: Date,
  kept: readonly string[],
): void => {
  for (const operation of operations) {
    const notice = removalNotice(operation, now, kept);
    if (notice?.level === 'error') Annotations.of(stack).addError(notice.message);
    if (notice?.level === 'warning') {
      Annotations.of(stack).addWarningV2(`removal:${operation.operationId}`, notice.message);
    }
  }
};

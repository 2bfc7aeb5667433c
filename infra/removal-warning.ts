import type { Contract } from '../lib/http/contract.ts';

/** Milliseconds before its removal date from which on an operation's end is called near. */
const NOTICE = 90 * 24 * 60 * 60 * 1000;

/** What to tell who deploys an operation within 90 days of its removal date, or behind it. */
export const removalWarning = (
  { operationId, deprecation }: Pick<Contract, 'deprecation' | 'operationId'>,
  now: Date,
): string | undefined => {
  if (!deprecation || now.getTime() < deprecation.sunset.getTime() - NOTICE) return undefined;
  const date = deprecation.sunset.toISOString().slice(0, 10);
  return `${operationId} is to be removed on ${date}: delete its folder and its line in functions/index.ts.`;
};

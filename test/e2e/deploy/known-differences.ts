/** The known differences of MiniStack 1.5.33 from what `npm run verify` expects, by their reason. */
export const KNOWN_DIFFERENCES: Readonly<Record<string, readonly string[]>> = {
  'it takes bodies and headers of any length': [
    'A body over 6 MB as base64 is refused',
    'A body over 10 MB is refused',
    'Headers over 10,240 bytes are refused',
  ],
  'it does not name requests in its answers, and lets no client choose their names': [
    'A function names a request as API Gateway does',
    'A client may choose the request id',
    'The extended request id is API Gateway’s own, and in every answer',
  ],
  'nobody reads its mail': ['Somebody gets mail when an alarm turns on'],
};

/**
 * Expects the known differences and no others, and prints how many findings agree.
 * @param others further differences that are expected this time
 * @throws Error with each finding that should not differ, or should
 */
export const expectKnown = (
  found: readonly { readonly name: string; readonly agrees: boolean; readonly seen: string }[],
  others: readonly string[] = [],
): void => {
  const known = new Set([...Object.values(KNOWN_DIFFERENCES).flat(), ...others]);
  const faults = found
    .filter(({ name, agrees }) => agrees === known.has(name))
    .map(({ name, agrees, seen }) => (agrees ? `It agrees now: ${name}` : `${name}\n${seen}`));
  for (const name of others) {
    if (!found.some((each) => each.name === name)) faults.push(`Nobody looked at: ${name}`);
  }
  if (faults.length > 0) throw new Error(faults.join('\n\n'));
  const agreeing = found.filter(({ agrees }) => agrees).length;
  process.stdout.write(`${agreeing} of ${found.length} agree, the others differ as known ... `);
};

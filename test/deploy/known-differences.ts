/** What differs on MiniStack 1.5.33 of what `npm run verify` looks at, by the reason why. */
export const KNOWN_DIFFERENCES: Readonly<Record<string, readonly string[]>> = {
  'it takes bodies and headers of any length': [
    'A body that is over 6 MB as base64 is REQUEST_TOO_LARGE',
    'A body over 10 MB is refused in front of API Gateway, in plain text',
    'Headers over 10,240 bytes are refused in front of API Gateway, in plain text',
  ],
  'it does not name requests in its answers, and lets no client choose their names': [
    'A function names a request as API Gateway does',
    'A client may choose the request id',
    'The extended request id is API Gateway’s own, and in every answer',
  ],
  'nobody reads its mail': ['Somebody gets mail when an alarm turns on'],
};

/** The tests of a fact have its name after this. */
const OF_A_FACT = /^a fact: /;

/** Says whether a test or a finding is known to fail on MiniStack. */
export const isKnownDifference = (name: string): boolean =>
  Object.values(KNOWN_DIFFERENCES).flat().includes(name.replace(OF_A_FACT, ''));

/**
 * Expects to differ what is known to, and nothing else, and prints how many agree.
 * @param others what else is expected to differ this time
 * @throws Error with what differs, or agrees, that should not
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

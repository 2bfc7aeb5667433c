/** The tests of the end-to-end suite, the facts and the settings that fail on MiniStack 1.5.33, by the reason why. */
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
  'it does not say whether an index can be used': ['Indexes can be used'],
  'it keeps neither where API keys come from nor the access log': [
    'Requests are counted by what the authorizer names',
    'Every request is a line in an access log, and has a trace',
  ],
};

/**
 * What may differ on MiniStack, or not: it evaluates an alarm over all metrics of a name, whatever their dimensions. So the
 * 401s that the authorizer throws turn on the alarms on the errors of all functions, if they are many enough.
 */
const UNSTEADY = ['No alarm is on'];

/** The tests of a fact have its name after this. */
const OF_A_FACT = /^a fact: /;

/** Says whether a test, a fact or a setting is known to fail on MiniStack. */
export const isKnownDifference = (name: string): boolean =>
  [...Object.values(KNOWN_DIFFERENCES).flat(), ...UNSTEADY].includes(name.replace(OF_A_FACT, ''));

/** The sum of the tests that passed: it differs where one of them does. */
const SUM = 'Tests of test/e2e pass';

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
    .filter(({ name }) => name !== SUM && !UNSTEADY.includes(name))
    .filter(({ name, agrees }) => agrees === known.has(name))
    .map(({ name, agrees, seen }) => (agrees ? `It agrees now: ${name}` : `${name}\n${seen}`));
  for (const name of others) {
    if (!found.some((each) => each.name === name)) faults.push(`Nobody looked at: ${name}`);
  }
  if (faults.length > 0) throw new Error(faults.join('\n\n'));
  const agreeing = found.filter(({ agrees }) => agrees).length;
  process.stdout.write(`${agreeing} of ${found.length} agree, the others differ as known ... `);
};

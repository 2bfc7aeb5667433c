/**
 * Makes the runs of a property pass without doing anything once a time is over. fast-check's own limit also
 * leaves the run under way, which then writes into the next test.
 * @param limitMs from now
 */
export const beginWithin = <Values extends unknown[]>(
  limitMs: number,
  run: (...values: Values) => Promise<void>,
): ((...values: Values) => Promise<void>) => {
  const end = performance.now() + limitMs;
  return async (...values) => {
    if (performance.now() < end) await run(...values);
  };
};

import type { Change } from './change.ts';

/**
 * Prints how many events of each type were recorded: a metric filter counts these lines. They are JSON for it, as Lambda
 * puts nothing before a line that does not come from `console`.
 */
export const countEvents = (changes: readonly Change[]): void => {
  const types = Map.groupBy(changes, ({ happening }) => happening.type);
  for (const [type, ofType] of types) {
    const line = { level: 'INFO', code: 'recorded', type, count: ofType.length };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
};

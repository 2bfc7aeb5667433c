import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import {
  type AsyncInvocationsOptions,
  createAsyncInvocations,
} from '../src/lambda/async-invocations.ts';
import type { InvocationResult } from '../src/lambda/invocation.ts';
import { until } from './until.ts';

const success: InvocationResult = { kind: 'success', payload: 'null' };
const failure: InvocationResult = {
  kind: 'error',
  errorType: 'Error',
  errorMessage: 'no',
  trace: [],
};

/** Runs events with these results, the last of which repeats. */
const run = (
  results: readonly InvocationResult[],
  { maxRetries = 2, maxAgeSeconds = 60, ...options }: Record<string, number> = {},
  others: Partial<AsyncInvocationsOptions> = {},
) => {
  const seen: unknown[] = [];
  const lines: string[] = [];
  const invocations = createAsyncInvocations({
    invoke: async (name, event) => {
      seen.push([name, event]);
      return results[Math.min(seen.length, results.length) - 1] ?? success;
    },
    configOf: () => ({ maxRetries, maxAgeSeconds }),
    log: (line) => lines.push(line),
    waitsMs: [20, 40],
    ...options,
    ...others,
  });
  return { invocations, lines, seen };
};

test('an event runs once, if it succeeds', async () => {
  const { invocations, lines, seen } = run([success]);
  expect(invocations.accept('pets', '{"a":1}')).toBe(true);
  await setTimeout(100);
  expect(seen).toEqual([['pets', { a: 1 }]]);
  expect(lines).toEqual([]);
});

test.each([
  [2, [failure, { kind: 'timeout' }, success], 3, []],
  [2, [failure], 3, ['pets: dropped an asynchronous event: failed 3 times']],
  [1, [failure], 2, ['pets: dropped an asynchronous event: failed 2 times']],
  [0, [failure], 1, ['pets: dropped an asynchronous event: failed 1 times']],
] as const)(
  'with %i retries it comes again until then',
  async (maxRetries, results, times, dropped) => {
    const { invocations, lines, seen } = run(results, { maxRetries });
    invocations.accept('pets', '{}');
    await until(() => seen.length === times);
    await setTimeout(100);
    expect(seen).toHaveLength(times);
    expect(lines).toEqual(dropped);
  },
);

test('it does not come again after its maximum age', async () => {
  const { invocations, lines, seen } = run([failure], { maxAgeSeconds: 0.03 });
  invocations.accept('pets', '{}');
  await until(() => lines.length > 0);
  expect(seen).toHaveLength(2);
  expect(lines).toEqual(['pets: dropped an asynchronous event: older than 0.03 s']);
});

test('there is room for so many bytes, and again once events are done', async () => {
  const gate = Promise.withResolvers<InvocationResult>();
  const { invocations } = run([], { room: 10_000 }, { invoke: () => gate.promise });
  const payload = JSON.stringify('x'.repeat(1000));
  const accepted = Array.from({ length: 6 }, () => invocations.accept('pets', payload));
  expect(accepted).toEqual([true, true, true, false, false, false]);
  gate.resolve(success);
  await setTimeout(10);
  expect(invocations.accept('pets', payload)).toBe(true);
});

test('the end waits for events under way, but not for retries', async () => {
  const { invocations, seen } = run([failure], { maxAgeSeconds: 1000 }, { waitsMs: [60_000] });
  invocations.accept('pets', '{}');
  await until(() => seen.length === 1);
  const from = performance.now();
  await invocations.close();
  expect(performance.now() - from).toBeLessThan(300);
  expect(invocations.accept('pets', '{}')).toBe(false);
  expect(seen).toHaveLength(1);
});

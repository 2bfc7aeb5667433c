import { setTimeout } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { ERRORS } from '../../../lib/errors/errors.ts';
import { ATTEMPTS } from '../../../lib/process/time-budget.ts';
import { expectError } from '../../support/expect-answer.ts';
import { type Cell, fails } from './cells.ts';
import { type Probe, retryUnavailable, type Sent } from './probe.ts';
import type { FaultyStage } from './stage.ts';

/** The counts of one cell, for the table at the end. */
export interface Counts {
  requests: number;
  /** Requests to storage that failed as planned. */
  faults: number;
  succeeded: number;
  unavailable: number;
  timeout: number;
  writesChecked: number;
}

/** Requests that are sent at once. */
const WIDTH = 3;

/**
 * Requests of a cell. At 10% two of them meet a fault. At 100% there are as many as are served at
 * once, as each may take seconds.
 */
const REQUESTS = { 10: 20, 100: WIDTH } as const;

/** The most requests of a cell whose table is used a moment later, by the recording of events. */
const MOST_REQUESTS = 600;

/** The faults that such a cell goes on for. At 100% a batch fails then, with all its attempts, and is repeated. */
const LATER_FAULTS = { 10: 1, 100: 2 * ATTEMPTS } as const;

/** A stream is read four times a second. */
const PAUSE_MS = 300;

/** Makes a table fail for a while, and checks that all answers during and after that are true. */
export const runCell = async (
  cell: Cell,
  seed: number,
  { engine, faulty }: FaultyStage,
  probe: Probe,
): Promise<Counts> => {
  const { lane, fault, rate } = cell;
  let asked = 0;
  let faults = 0;
  await probe.prepare?.(REQUESTS[rate]);
  faulty.choose(({ touches }) => {
    const meant = touches.some(
      ({ table, action }) =>
        table === engine.tables[lane.table] && (lane.action ?? action) === action,
    );
    if (!meant) return 'none';
    const failing = fails(cell, seed, asked);
    asked += 1;
    if (failing) faults += 1;
    return failing ? fault : 'none';
  });
  const sent = await sendAll(probe, REQUESTS[rate]);
  while (lane.later && faults < LATER_FAULTS[rate] && sent.length < MOST_REQUESTS) {
    await setTimeout(PAUSE_MS);
    sent.push(...(await sendAll(probe, REQUESTS[rate])));
  }
  await faulty.fail('none');
  expect(faults).toBeGreaterThan(0);

  const failed = sent.filter((each) => !probe.succeeded(each));
  for (const { answer } of failed) {
    // On a slow machine storage is late: 504, or 503 where the authorizer waits for it.
    expectError(answer, answer.status === 504 ? 'timeout' : 'unavailable');
  }
  const code = lane.codeOf(fault);
  if (rate === 100 && code === undefined) expect(failed.length).toBeLessThan(sent.length);
  if (rate === 100 && code !== undefined && lane.always !== false) {
    expect(failed).toHaveLength(sent.length);
    expect(failed.map(({ answer }) => answer.status)).toContain(ERRORS[code].status);
  }

  const after: Sent[] = [];
  await retryUnavailable(async () => {
    const next = await probe.send();
    after.push(next);
    return next.answer;
  });
  expect(after.map((each) => probe.succeeded(each))).toContain(true);
  const writesChecked = await probe.verify([...sent, ...after]);
  const count = (status: number) => sent.filter(({ answer }) => answer.status === status).length;
  return {
    requests: sent.length + after.length,
    faults,
    succeeded: sent.length - failed.length + 1,
    unavailable: count(503),
    timeout: count(504),
    writesChecked,
  };
};

/** Has the functions loaded, so that no cell's requests wait for that. */
export const warmUp = async (probe: Probe): Promise<void> => {
  await sendAll(probe, 2 * WIDTH);
};

/** Sends this many requests, some at once. */
const sendAll = async (probe: Probe, requests: number): Promise<Sent[]> => {
  const sent: Sent[] = [];
  let begun = 0;
  const sendOn = async () => {
    while (begun < requests) {
      begun += 1;
      sent.push(await probe.send());
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, sendOn));
  return sent;
};

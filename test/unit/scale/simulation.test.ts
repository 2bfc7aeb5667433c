import { describe, expect, test } from '@jest/globals';
import { createEventQueue } from '../../scale/event-queue.ts';
import { figuresOf } from '../../scale/figures.ts';
import { type Parameters, simulate } from '../../scale/simulation.ts';
import { WORLD } from '../../scale/world.ts';

const run = (changes: Partial<Parameters>) => {
  const parameters = { rate: 100, seconds: 60, block: 1, statusShards: 1, seed: 1, ...changes };
  const outcome = simulate(parameters);
  return { ...outcome, figures: figuresOf(parameters, outcome) };
};

test('events happen in order of time, those that others add as well', () => {
  const queue = createEventQueue();
  const times: number[] = [];
  for (const time of [5, 1, 4, 2, 3]) {
    queue.at(time, () => {
      times.push(time);
      if (time === 2) queue.at(2.5, () => times.push(2.5));
    });
  }
  queue.run();
  expect(times).toEqual([1, 2, 2.5, 3, 4, 5]);
});

describe.each([1, 10, 1000])('with ids in blocks of %i', (block) => {
  test.each([0.01, 100, 2000])('no id is given twice at %d creates a second', (rate) => {
    const { stored } = run({ rate, block, seconds: Math.max(5, 100 / rate) });
    expect(stored.length).toBeGreaterThan(50);
    expect(new Set(stored.map(({ id }) => id)).size).toBe(stored.length);
  });

  test('the same seed gives the same, another one something else', () => {
    const { stored } = run({ block });
    expect(run({ block }).stored).toEqual(stored);
    expect(run({ block, seed: 2 }).stored).not.toEqual(stored);
  });

  test('an instance leaves no gap but the rest of its last block', () => {
    // So seldom that two hardly meet, so often that none is idle for long: 360 in an hour.
    const { stored, leased, units, instances } = run({ rate: 0.1, seconds: 3600, block });
    expect(instances).toBeLessThan(10);
    const leases = leased / block;
    expect(units).toBe(2 * stored.length + leases);
    expect(leases).toBeGreaterThanOrEqual(stored.length / block);
    expect(leases).toBeLessThanOrEqual(Math.ceil(stored.length / block) + instances - 1);
  });

  test('a create that finds no instance wastes the rest of its block', () => {
    // One in three hours: each gets an instance of its own.
    const { stored, leased, instances } = run({ rate: 1e-4, seconds: 1e6, block });
    expect(stored.length).toBeGreaterThan(50);
    expect(instances / stored.length).toBeGreaterThan(0.9);
    expect(leased).toBe(Math.max(stored.length, instances * block));
  });
});

describe('the counter', () => {
  test('takes three write units a create, leaves no gaps, and never goes back for long', () => {
    const { figures } = run({});
    expect(figures).toMatchObject({ units: 3, idsPerPet: 1, failed: 0 });
    expect(figures.latest).toBeLessThan(0.1);
  });

  test('takes two requests of an average length', () => {
    const { stored } = run({ rate: 20, seconds: 600 });
    const warm = stored.map((create) => create.stored - create.arrived).filter((time) => time < 90);
    const mean = warm.reduce((sum, time) => sum + time, 0) / warm.length;
    expect(mean).toBeCloseTo(2 * (WORLD.request.least + WORLD.request.more), 0);
  });

  test('ends at a thousand creates a second', () => {
    const { figures } = run({ rate: 2000, seconds: 10 });
    expect(figures.storedPerSecond).toBeCloseTo(WORLD.writes, -2);
    expect(figures.failed).toBeGreaterThan(0.3);
  });
});

describe('blocks of 100', () => {
  test('do not go beyond a thousand creates a second as long as the index does not', () => {
    const { figures } = run({ rate: 2000, seconds: 10, block: 100 });
    expect(figures.storedPerSecond).toBeCloseTo(WORLD.writes, -2);
  });

  test('do with the index in four, with a hundredth of the writes to the counter', () => {
    const { figures } = run({ rate: 2000, seconds: 10, block: 100, statusShards: 4 });
    expect(figures.failed).toBe(0);
    expect(figures.storedPerSecond).toBeCloseTo(2000, -2);
    expect(figures.units).toBeCloseTo(2.01, 1);
  });

  test('give a pet a lower id than others had seconds before', () => {
    const { figures } = run({ block: 100 });
    expect(figures.overtaken).toBeGreaterThan(0.3);
    expect(figures.latest).toBeGreaterThan(1);
  });
});

import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import inspector from 'node:inspector';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createFunctionPool, type FunctionPool } from '../src/lambda/function-pool.ts';
import { createIdleInstances } from '../src/lambda/idle-instances.ts';
import type { LambdaFunction } from '../src/lambda/lambda-functions.ts';
import { lambdaFunction } from './models.ts';
import { until, untilSettled } from './until.ts';

const open: FunctionPool[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()));
});

const poolOf = (
  source: string,
  changes: Partial<LambdaFunction> = {},
  maxInstances = 2,
  idleInstances = createIdleInstances(),
) => {
  const directory = mkdtempSync(join(tmpdir(), 'function-'));
  writeFileSync(join(directory, 'index.mjs'), source);
  const lines: string[] = [];
  const pool = createFunctionPool(lambdaFunction(directory, changes), {
    environment: { AWS_ENDPOINT_URL_DYNAMODB: 'http://localhost:8000' },
    log: (name, line) => lines.push(`${name}: ${line}`),
    maxInstances: () => maxInstances,
    idleInstances,
  });
  open.push(pool);
  return { pool, lines };
};

const success = (value: unknown) => ({ kind: 'success', payload: JSON.stringify(value) });

/** Counts its calls, so that an answer shows which instance gave it and how often it was used. */
const countingFunction = `
  const born = Math.random();
  let calls = 0;
  import { existsSync } from 'node:fs';
  export const handler = async ({ until }) => {
    while (until && !existsSync(until)) await new Promise((done) => setTimeout(done, 5));
    return { born, calls: ++calls };
  };`;

/** @param until a file that the call waits for */
const count = async (pool: FunctionPool, until?: string) => {
  const result = await pool.invoke({ until });
  if (result.kind !== 'success') throw new Error(result.kind);
  return JSON.parse(result.payload);
};

describe('the function pool', () => {
  test('gives the handler the event and a context', async () => {
    const { pool } = poolOf(`export const handler = async (event, context) => ({
      event, context: { ...context, left: context.getRemainingTimeInMillis() } });`);
    const result = await pool.invoke({ a: [1] });
    expect(JSON.parse(result.kind === 'success' ? result.payload : '')).toMatchObject({
      event: { a: [1] },
      context: {
        awsRequestId: expect.stringMatching(/^[\da-f-]{36}$/),
        functionName: 'pets',
        invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:pets',
        left: expect.closeTo(5000, -3),
        memoryLimitInMB: '256',
      },
    });
  });

  test('gives a function its own environment and nothing of the host', async () => {
    process.env['NODE_COMPILE_CACHE'] ??= mkdtempSync(join(tmpdir(), 'compiled-'));
    const { pool } = poolOf('export const handler = async () => process.env;', {
      environment: { TABLE_NAME: 'pets', NODE_OPTIONS: '--enable-source-maps' },
    });
    const result = await pool.invoke({});
    const environment = JSON.parse(result.kind === 'success' ? result.payload : '');
    expect(environment).toMatchObject({
      AWS_ENDPOINT_URL_DYNAMODB: 'http://localhost:8000',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
      AWS_LAMBDA_FUNCTION_NAME: 'pets',
      AWS_REGION: 'us-east-1',
      TABLE_NAME: 'pets',
    });
    expect(environment).not.toHaveProperty('PATH');
    expect(environment).not.toHaveProperty('HOME');
    expect(environment).not.toHaveProperty('NODE_COMPILE_CACHE');
  });

  test.each([
    ['undefined', 'null'],
    ['{ at: new Date(0), none: undefined }', '{"at":"1970-01-01T00:00:00.000Z"}'],
  ])('returns %s as the JSON text %s', async (value, payload) => {
    const { pool } = poolOf(`export const handler = async () => (${value});`);
    expect(await pool.invoke({})).toEqual({ kind: 'success', payload });
  });

  test('keeps an instance for the next event', async () => {
    const { pool } = poolOf(countingFunction);
    const [first, second] = [await count(pool), await count(pool)];
    expect(second).toEqual({ born: first.born, calls: 2 });
  });

  test('ends an instance that nobody has used for some time', async () => {
    const { pool } = poolOf(countingFunction, {}, 2, createIdleInstances({ idleMs: 1500 }));
    const first = await count(pool);
    // One that is used again and again stays, however old it is.
    for (let used = 2; used < 6; used += 1) {
      await setTimeout(400);
      expect(await count(pool)).toEqual({ born: first.born, calls: used });
    }
    await setTimeout(3000);
    expect(await count(pool)).toMatchObject({ calls: 1 });
  });

  test('ends those that were used first while many are idle, of all functions together', async () => {
    const idleInstances = createIdleInstances({ mostIdle: 2, crowdedMs: 500 });
    const pools = [1, 2, 3, 4].map(() => poolOf(countingFunction, {}, 2, idleInstances).pool);
    const countAll = async () => {
      const calls: unknown[] = [];
      for (const pool of pools) calls.push((await count(pool)).calls);
      return calls;
    };
    // A burst finds all of them.
    expect([await countAll(), await countAll()]).toEqual([
      [1, 1, 1, 1],
      [2, 2, 2, 2],
    ]);
    await setTimeout(1500);
    // The last two stay. A look at the first would make more idle again.
    const [first, second, ...last] = pools;
    expect(await Promise.all(last.map(async (pool) => (await count(pool)).calls))).toEqual([3, 3]);
    for (const pool of [first, second]) expect(pool && (await count(pool)).calls).toBe(1);
  });

  test('ends those that had one event only before the others, while many are idle', async () => {
    const idleInstances = createIdleInstances({
      mostIdle: 1,
      crowdedMs: 10_000,
      spareMs: 500,
    });
    const [used, once] = [1, 2].map(() => poolOf(countingFunction, {}, 2, idleInstances));
    const callsOf = async (one: typeof used) => one && (await count(one.pool)).calls;
    expect([await callsOf(used), await callsOf(used), await callsOf(once)]).toEqual([1, 2, 1]);
    await setTimeout(1500);
    expect([await callsOf(used), await callsOf(once)]).toEqual([3, 1]);
  });

  test('soon ends those of a function that another one makes needless', async () => {
    const { pool } = poolOf(countingFunction, {}, 2, createIdleInstances({ spareMs: 500 }));
    const both = await Promise.all([count(pool), count(pool)]);
    const { born } = await count(pool);
    await setTimeout(1500);
    const next = await Promise.all([count(pool), count(pool)]);
    const known = next.filter((each) => both.some((one) => one.born === each.born));
    expect(known).toEqual([{ born, calls: 3 }]);
  });

  test('gives each instance one event at a time', async () => {
    const { pool } = poolOf(`export const handler = async () => {
        globalThis.running = (globalThis.running ?? 0) + 1;
        await new Promise((done) => setTimeout(done, 30));
        return globalThis.running--;
      };`);
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => pool.invoke({})));
    expect(results).toEqual([1, 2, 3, 4, 5].map(() => success(1)));
  });

  test('starts no more instances than it may, and lets further events wait in order', async () => {
    const { pool } = poolOf(countingFunction, {}, 1);
    const counts = await Promise.all([1, 2, 3, 4].map(() => count(pool)));
    expect(counts.map(({ calls }) => calls)).toEqual([1, 2, 3, 4]);
    expect(new Set(counts.map(({ born }) => born)).size).toBe(1);
  });

  test('starts a few instances at a time, so that each has the cores, and all that it may in the end', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'pool-')), 'starts');
    const { pool } = poolOf(
      `import { appendFileSync } from 'node:fs';
      const note = (sign) => appendFileSync(${JSON.stringify(file)}, sign);
      note('+');
      await new Promise((done) => setTimeout(done, 50));
      note('-');
      export const handler = () => new Promise(() => {});`,
      {},
      10,
    );
    for (let event = 0; event < 12; event += 1) void pool.invoke({});
    const starts = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
    await until(() => starts().match(/-/g)?.length === 10);
    let loading = 0;
    const most = [...starts()].map((sign) => (loading += sign === '+' ? 1 : -1));
    expect(Math.max(...most)).toBeLessThanOrEqual(Math.max(2, availableParallelism()));
    expect(starts().match(/\+/g)).toHaveLength(10);
  });

  test('prefers the instance that was used last', async () => {
    const { pool } = poolOf(countingFunction);
    await Promise.all([count(pool), count(pool)]);
    const file = join(await mkdtemp(join(tmpdir(), 'pool-')), 'done');
    const slow = count(pool, file);
    await count(pool);
    await writeFile(file, '');
    const { born } = await slow;
    expect((await count(pool)).born).toBe(born);
  });

  test('has no time limit while a debugger may stop it', async () => {
    const { pool } = poolOf(
      `export const handler = async (event, context) => {
        await new Promise((done) => setTimeout(done, 1200));
        return context.getRemainingTimeInMillis() > 0;
      };`,
      { timeoutSeconds: 1 },
    );
    inspector.open(0);
    try {
      expect(await pool.invoke({})).toEqual(success(true));
    } finally {
      inspector.close();
    }
    expect(await pool.invoke({})).toEqual({ kind: 'timeout' });
  });

  test('prints an authorizer’s refusal without its stack', async () => {
    const { pool, lines } = poolOf(
      `export const handler = async () => { throw new Error('Unauthorized'); };`,
    );
    await pool.invoke({});
    expect(lines).toEqual([expect.stringMatching(/: [\da-f-]{36} Invoke Error Unauthorized$/)]);
  });

  test('passes an error on by type, message and trace', async () => {
    const { pool, lines } = poolOf(
      `export const handler = async () => { throw new RangeError('too far'); };`,
    );
    expect(await pool.invoke({})).toEqual({
      kind: 'error',
      errorType: 'RangeError',
      errorMessage: 'too far',
      trace: expect.arrayContaining(['RangeError: too far']),
    });
    expect(lines.join()).toContain('too far');
  });

  test('ends an instance that takes too long, even in a loop, and starts another', async () => {
    const { pool, lines } = poolOf(
      `export const handler = async ({ hang }) => { while (hang); return 'done'; };`,
      { timeoutSeconds: 0.3 },
      1,
    );
    expect(await pool.invoke({ hang: true })).toEqual({ kind: 'timeout' });
    expect(lines).toContainEqual(
      expect.stringMatching(/^pets: [\da-f-]{36} Task timed out after 0.3 seconds$/),
    );
    expect(await pool.invoke({})).toEqual(success('done'));
  });

  test.each([
    ['exits', 'process.exit(3)', 'Runtime.ExitError', /status 3/],
    [
      'throws outside its handler',
      "setTimeout(() => { throw new Error('late'); })",
      'Error',
      /late/,
    ],
  ])('answers an error when the function %s, and starts another', async (_, fault, type, text) => {
    const { pool } = poolOf(
      `export const handler = async ({ fault }) => {
        if (!fault) return 'done';
        ${fault};
        await new Promise((done) => setTimeout(done, 1000));
      };`,
      {},
      1,
    );
    expect(await pool.invoke({ fault: true })).toMatchObject({
      kind: 'error',
      errorType: type,
      errorMessage: expect.stringMatching(text),
    });
    expect(await pool.invoke({})).toEqual(success('done'));
  });

  test('gives an event that waited after a crash a new instance', async () => {
    const { pool } = poolOf(
      `export const handler = async ({ fault }) => (fault ? process.exit(1) : 'done');`,
      {},
      1,
    );
    const results = await Promise.all([pool.invoke({ fault: true }), pool.invoke({})]);
    expect(results).toMatchObject([{ kind: 'error' }, success('done')]);
  });

  test('does not use an instance that crashed while it was idle', async () => {
    const { pool, lines } = poolOf(
      `export const handler = async ({ fault }) => {
        if (fault) setTimeout(() => process.exit(1), 10);
        return 'done';
      };`,
      {},
      1,
    );
    await pool.invoke({ fault: true });
    await until(() => lines.includes('pets: Runtime.ExitError: the runtime exited with status 1'));
    expect(await pool.invoke({})).toEqual(success('done'));
  });

  test.each([
    ['throws as it loads', "throw new TypeError('bad start')", 'index.handler', /bad start/],
    ['has no such export', 'export const other = 1', 'index.handler', /index\.handler/],
    ['has no such file', '', 'main.handler', /main\.handler/],
  ])('answers an error each time when the bundle %s', async (_, source, handler, message) => {
    const { pool } = poolOf(source, { handler }, 1);
    const error = { kind: 'error', errorMessage: expect.stringMatching(message) };
    expect(await pool.invoke({})).toMatchObject(error);
    expect(await pool.invoke({})).toMatchObject(error);
  });

  test('logs what the function prints, line by line, with the id of the invocation', async () => {
    const { pool, lines } = poolOf(
      `export const handler = async () => { console.log('one\\ntwo'); console.error('three'); };`,
    );
    await pool.invoke({}, 'a');
    await pool.invoke({}, 'b');
    await untilSettled(() => lines.length === 6);
    expect(lines.sort()).toEqual([
      ...['pets: a one', 'pets: a three', 'pets: a two'],
      ...['pets: b one', 'pets: b three', 'pets: b two'],
    ]);
  });

  test('answers what runs and what waits when it is closed, and prints no error of theirs', async () => {
    const { pool, lines } = poolOf(countingFunction, {}, 1);
    await count(pool);
    const results = [pool.invoke({ until: '/never' }), pool.invoke({})];
    await pool.close();
    expect(await Promise.all(results)).toMatchObject([{ kind: 'error' }, { kind: 'error' }]);
    expect(await pool.invoke({})).toMatchObject({ kind: 'error' });
    expect(lines).toEqual([]);
  });
});

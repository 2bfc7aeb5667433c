import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  createFunctionPool,
  type FunctionPool,
  type FunctionPoolOptions,
} from './function-pool.ts';
import { createIdleInstances } from './idle-instances.ts';
import type { Invoke } from './invocation.ts';
import type { LambdaFunction, NotEmulated } from './lambda-functions.ts';

/** Every function of a stack, ready to be invoked. */
export interface LambdaService {
  readonly invoke: Invoke;
  /**
   * Takes these functions in place of the former ones. One whose settings and files are the same
   * keeps its instances. Those of others end as soon as they have no event.
   * @returns the names of functions that are new or changed
   */
  replace(functions: readonly Declared[]): readonly string[];
  close(): Promise<void>;
}

type Declared = LambdaFunction | NotEmulated;

/** The instances of a function, and what they run. */
interface Running {
  readonly pool: FunctionPool;
  readonly version: string;
}

/** Creates a pool of instances for each function. Instances start at the first event. */
export const createLambdaService = (
  functions: readonly Declared[],
  options: Omit<FunctionPoolOptions, 'idleInstances'>,
): LambdaService => {
  const idleInstances = createIdleInstances();
  const start = (one: Declared): Running => ({
    pool: 'reason' in one ? refuse(one) : createFunctionPool(one, { ...options, idleInstances }),
    version: versionOf(one),
  });
  const running = new Map(functions.map((one) => [one.name, start(one)]));
  /** Those that still have events. */
  const retired = new Set<FunctionPool>();
  const retire = (name: string): void => {
    const pool = running.get(name)?.pool;
    if (pool === undefined) return;
    pool.retire();
    retired.add(pool);
    running.delete(name);
  };
  return {
    invoke: async (functionName, event, requestId) => {
      const found = running.get(functionName);
      if (!found) throw new Error(`there is no function ${functionName}`);
      return found.pool.invoke(event, requestId);
    },
    replace: (declared) => {
      const next = new Map(declared.map((one) => [one.name, one]));
      const removed = [...running.keys()].filter((name) => !next.has(name));
      const changed = [...next.values()].filter(
        (one) => running.get(one.name)?.version !== versionOf(one),
      );
      for (const name of [...removed, ...changed.map((one) => one.name)]) retire(name);
      for (const pool of retired) if (pool.isEmpty()) retired.delete(pool);
      for (const one of changed) running.set(one.name, start(one));
      return changed.map(({ name }) => name);
    },
    close: async () => {
      const pools = [...[...running.values()].map(({ pool }) => pool), ...retired];
      await Promise.all(pools.map((pool) => pool.close()));
    },
  };
};

/** Differs when settings or files differ. */
const versionOf = (one: Declared): string =>
  JSON.stringify(['directory' in one && one.source === undefined && filesOf(one.directory), one]);

const filesOf = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { ino, mtimeMs, size } = statSync(join(directory, name));
    return [name, ino, mtimeMs, size];
  });

const refuse = ({ reason }: NotEmulated): FunctionPool => ({
  invoke: async () => ({ kind: 'not-emulated', reason }),
  retire: () => {},
  isEmpty: () => true,
  close: async () => {},
});

import { afterAll } from '@jest/globals';
import { openShared, type TestEngine } from './engine.ts';

/** Opens the tables of one test file, until its last test has ended. */
export const openTables = async (): Promise<TestEngine> => {
  const engine = await openShared();
  afterAll(engine.close);
  return engine;
};

import { runEndToEnd as runSuite } from '../../infra/verify/end-to-end.ts';
import type { DeployedStage } from './deployed-stage.ts';
import { expectKnown } from './known-differences.ts';

/**
 * Runs the end-to-end suite against a stage, but for the facts, and prints how many tests passed. Those
 * that MiniStack cannot pass run too: one that passes after all must leave the list.
 * @throws Error with what failed, or passed, that should not have
 */
export const runEndToEnd = async (stage: DeployedStage): Promise<void> => {
  const words = ['--testPathIgnorePatterns', 'e2e/facts'];
  const tests = await runSuite(stage, { words });
  expectKnown(tests.map(({ name, passed, message }) => ({ name, agrees: passed, seen: message })));
};

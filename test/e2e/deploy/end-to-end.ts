import { join } from 'node:path';
import type { DeployedStage } from './deployed-stage.ts';
import { run } from './processes.ts';

/**
 * Runs the end-to-end suite on a stage, without the facts: verify looks at those.
 * @throws Error with what it printed if a test fails
 */
export const runEndToEnd = async (stage: DeployedStage): Promise<void> => {
  const words = ['--testPathIgnorePatterns', 'e2e/facts', '--selectProjects', 'e2e'];
  const { status, output } = await run('npm', ['run', '--silent', 'jest', '--', ...words], {
    cwd: join(import.meta.dirname, '../../..'),
    env: {
      ...process.env,
      BASE_URL: stage.baseUrl,
      QUICKSTART_URL: stage.quickstartUrl,
      API_KEY: stage.apiKey,
      READ_ONLY_API_KEY: stage.readOnlyKey,
      OTHER_API_KEY: stage.otherKey,
    },
  });
  if (status !== 0) throw new Error(output);
};

import assert from 'node:assert/strict';
import { chapterBlocks } from '../../support/page-calls.ts';
import type { DeployedStage } from './deployed-stage.ts';
import type { MiniStack } from './ministack.ts';
import { openShell } from './shell.ts';

const PAGE = 'docs/first-hour.md';

/** What MiniStack does not have: it must refuse these itself, with 255. The CLI ends with 2 if it does not know the words. */
const NOT_THERE =
  /^ *aws (budgets|ce|deploy|service-quotas|xray|cloudwatch describe-alarm-contributors) [^\n]*/gm;

/** Other steps of the run do these, or they are for a person. */
const ELSEWHERE =
  /^(.*npm run verify|npm run jest|npx cdk|aws sso|aws acm wait|aws cloudformation wait) [^\n]*/gm;

/**
 * Types the commands of docs/first-hour.md on a stage that is deployed, in one shell.
 * @throws Error with the command that fails, or does not print what it must
 */
export const proveFirstHour = async (ministack: MiniStack, stage: DeployedStage): Promise<void> => {
  const shell = openShell({ ...ministack.environment, BASE_URL: stage.baseUrl });
  const printed: string[] = [];
  for (const { text } of chapterBlocks(PAGE).flat()) {
    const typed = text
      .replaceAll(/ *\\\n +/g, ' ')
      .replaceAll(ELSEWHERE, ':')
      .replaceAll(NOT_THERE, '{ $& 2>&1; } || [ $? = 255 ]')
      .replaceAll('npm run -s operator --', `"${process.execPath}" infra/operator/main.ts --yes`)
      .replaceAll(/sleep \d+/g, 'sleep 0.1')
      .replace('seq 1000', 'seq 20');
    printed.push(await shell.type(typed));
  }
  shell.end();
  const all = printed.join('\n');
  assert.match(all, /^\[/m, 'The new key lists no pets');
  assert.match(all, /(?:^500 in [\d.]+ s\n){20}/m, 'The malformed pet does not fail');
  assert.match(all, /first +full +\w{4} +active/, 'The new key is not listed');
};

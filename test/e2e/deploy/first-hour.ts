import assert from 'node:assert/strict';
import { codeBlocks } from '../../support/page-calls.ts';
import { runScript } from './emulator.ts';
import type { DeployedStage } from './stage.ts';

/** What MiniStack does not have: it must refuse these itself, with 255. The CLI ends with 2 if it does not know the words. */
const NOT_THERE =
  /^ *aws (budgets|ce|deploy|service-quotas|xray|cloudwatch describe-alarm-contributors) [^\n]*/gm;

/** Other steps of the run do these, or they are for a person. */
const ELSEWHERE =
  /^(.*npm run verify|npm run jest|npx cdk|aws sso|aws acm wait|aws cloudformation wait|for TLS) [^\n]*/gm;

/**
 * Types the commands of docs/first-hour.md on a stage that is deployed.
 * @throws Error if a command fails, or does not print what it must
 */
export const proveFirstHour = async ({ ministack, baseUrl }: DeployedStage): Promise<void> => {
  const commands = codeBlocks('docs/first-hour.md')
    .map(({ text }) => text)
    .join('')
    .replaceAll(/ *\\\n +/g, ' ')
    .replaceAll(ELSEWHERE, ':')
    .replaceAll(NOT_THERE, '{ $& 2>&1; } || [ $? = 255 ]')
    .replaceAll(/sleep \d+/g, 'sleep 0.1')
    .replaceAll(/seq (1000|30|5)\b/g, (_text, times) => `seq ${times === '1000' ? 20 : 2}`);
  const printed = await runScript(ministack, commands, { BASE_URL: baseUrl });
  assert.match(printed, /^\[/m, 'The new key lists no pets');
  assert.match(printed, /(?:^500 in [\d.]+ s\n){20}/m, 'The malformed pet does not fail');
  assert.match(printed, /first +full +\w{4} +active/, 'The new key is not listed');
};

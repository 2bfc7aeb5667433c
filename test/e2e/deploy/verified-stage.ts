import assert from 'node:assert/strict';
import { once } from 'node:events';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { type TableName, tableNames } from '../../../lib/storage/tables.ts';
import type { DeployedStage } from './deployed-stage.ts';
import type { MiniStack } from './ministack.ts';
import { expectVerified, startVerify } from './verify.ts';

/** Interrupts the verification of a stage while it checks facts, as Ctrl-C does. */
export const interruptVerify = async (
  ministack: MiniStack,
  stage: DeployedStage,
): Promise<void> => {
  const child = startVerify(ministack, stage, { API_KEY: stage.apiKey });
  const ended = once(child, 'close');
  let problems = '';
  for await (const chunk of child.stderr.setEncoding('utf8')) {
    problems += chunk;
    if (problems.includes('Check facts') && !child.killed) child.kill('SIGINT');
  }
  assert.deepEqual(await ended, [130, null], problems);
};

const itemsOf = (stage: DeployedStage): Promise<readonly (readonly [TableName, number])[]> =>
  Promise.all(
    tableNames().map(async (name) => {
      let count = 0;
      for await (const { Count = 0 } of paginateScan(
        { client: stage.client },
        { TableName: stage.tables[name], Select: 'COUNT', ConsistentRead: true },
      )) {
        count += Count;
      }
      return [name, count] as const;
    }),
  );

/** Verifies a stage with a key of it, and expects every table to hold as many items as before. */
export const proveReading = async (ministack: MiniStack, stage: DeployedStage): Promise<void> => {
  const before = await itemsOf(stage);
  await expectVerified(ministack, stage, [], { API_KEY: stage.apiKey });
  assert.deepEqual(await itemsOf(stage), before);
};

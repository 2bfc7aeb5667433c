import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { LambdaClient, ListEventSourceMappingsCommand } from '@aws-sdk/client-lambda';
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { getBackfillState } from '../../lib/storage/backfill-state.ts';
import { tableDefinition } from '../../lib/storage/tables.ts';
import { firstLine } from '../command-line/errors.ts';
import { backfillCommand, neededBackfills } from '../operator/backfills/needed-backfills.ts';
import { openDeployedStage } from '../operator/stage/deployed-stage.ts';
import { explainError } from '../operator/terminal/errors.ts';
import { ALARM_TOPIC_OUTPUT } from '../stacks/names.ts';
import type { Stage } from '../stacks/stages.ts';
import { RECORD_EVENTS_SOURCES, WAKE_WEBHOOKS_SOURCES } from '../stacks/stream-sources.ts';

/** Opens a stage: the clients and names that tell how it is, such as the ARN of its topic of alarms. */
export const openWhere = async (stage: Stage) => {
  const { client, table, output } = await openDeployedStage(stage);
  const topic = output(ALARM_TOPIC_OUTPUT);
  return { stage, client, table, topic, lambda: new LambdaClient(), sns: new SNSClient() };
};
export type Where = Awaited<ReturnType<typeof openWhere>>;

/** What only a deployed stage shows. */
export interface Fact {
  /** A sentence. */
  readonly name: string;
  /** The page that says what to do. */
  readonly page: string;
  /** What is seen instead; undefined if it is so. */
  readonly differs: (where: Where) => Promise<string | undefined>;
}

/** Nobody gets mail about alarms until a person confirms the subscription. No deployment can do that. */
export const ALARM_SUBSCRIBER: Fact = {
  name: 'Somebody gets mail when an alarm turns on',
  page: 'docs/first-hour.md, “Verify”',
  differs: async ({ sns, topic: TopicArn }) => {
    const list = new ListSubscriptionsByTopicCommand({ TopicArn });
    const { Subscriptions: all = [] } = await sns.send(list);
    // A confirmed subscription has an ARN there; others have "PendingConfirmation" or "Deleted".
    return all.some(({ SubscriptionArn = '' }) => SubscriptionArn.startsWith('arn:'))
      ? undefined
      : `nobody: ${all.length} subscriptions are not confirmed`;
  },
};

const NEW_STREAM = 'docs/restoring.md, “A table without its stream”';
const INVOKED = { recordEvents: RECORD_EVENTS_SOURCES, wakeWebhooks: WAKE_WEBHOOKS_SOURCES };

/** A table that was restored has a new stream or none, and a mapping may be disabled: then nothing fails, and nothing is recorded. */
const MAPPINGS = Object.entries(INVOKED).flatMap(([name, { tables }]) =>
  tables.map(
    ([source]): Fact => ({
      name: `Changes of ${source} invoke ${name}`,
      page: 'RUNBOOK.md, “Recording is late”',
      differs: async ({ client, lambda, table }) => {
        const TableName = table(source);
        const { Table } = await client.send(new DescribeTableCommand({ TableName }));
        if (!Table?.StreamSpecification?.StreamEnabled) {
          return `no stream: aws dynamodb update-table --table-name ${TableName} --stream-specification StreamEnabled=true,StreamViewType=${tableDefinition(source).stream}, then ${NEW_STREAM}`;
        }
        const latest = { EventSourceArn: Table.LatestStreamArn };
        const list = new ListEventSourceMappingsCommand(latest);
        const { EventSourceMappings: all = [] } = await lambda.send(list);
        const found = all.find((each) => each.FunctionArn?.includes(`-${name}Function`));
        if (found === undefined) return `its latest stream does not invoke it: ${NEW_STREAM}`;
        const { State = 'no state', LastProcessingResult: last = '', UUID } = found;
        if (last.startsWith('PROBLEM')) return `${State}, ${last}`;
        const enable = `aws lambda update-event-source-mapping --enabled --uuid ${UUID}`;
        if (State === 'Disabled') return `Disabled: ${enable}`;
        return State === 'Enabled' ? undefined : State;
      },
    }),
  ),
);

/** What operations need, as clients get 503 until it is done. */
export const backfillFacts = (all = neededBackfills()): readonly Fact[] =>
  all
    .filter(({ neededBy }) => neededBy.length > 0)
    .map(({ name, neededBy }) => ({
      name: `The backfill ${name} is done, which ${neededBy} needs`,
      page: 'CONTRIBUTING.md, “Change what exists”',
      differs: async ({ stage, client, table }) => {
        const state = await getBackfillState(client, { backfills: table('backfills') }, name);
        return state?.status === 'done' ? undefined : `not done: ${backfillCommand(name, stage)}`;
      },
    }));

export const STAGE_FACTS: readonly Fact[] = [ALARM_SUBSCRIBER, ...MAPPINGS, ...backfillFacts()];

/** Looks at facts: a line for each, more for those that differ, and whether none does. What cannot be seen differs. */
export const report = async (facts: readonly Fact[], where: Where) => {
  const seen = facts.map(async ({ name, page, differs }) => {
    const difference = await differs(where).catch(
      (error: unknown) => `It cannot be seen: ${explainError(error) ?? firstLine(error)}`,
    );
    return difference === undefined
      ? { agrees: true, text: `ok      ${name}` }
      : { agrees: false, text: [`DIFFERS ${name}`, difference, page].join('\n          ') };
  });
  const lines = await Promise.all(seen);
  const faults = lines.filter(({ agrees }) => !agrees).length;
  const sum = faults === 0 ? `All ${lines.length} are` : `${faults} of ${lines.length} are not`;
  const text = [...lines.map((line) => line.text), `${sum} as expected.`].join('\n');
  return { text, agrees: faults === 0 };
};

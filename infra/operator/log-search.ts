import { setTimeout } from 'node:timers/promises';
import {
  type CloudFormationClient,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';
import {
  CloudWatchLogsClient,
  GetQueryResultsCommand,
  type ResultField,
  StartQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { RefusedError } from './errors.ts';
import type { FindLines } from './request-lines.ts';

/** The logs of a deployed stage. */
export interface StageLogs {
  readonly cloudFormation: CloudFormationClient;
  readonly stackName: string;
}

const MOST_LINES = 1000;
const POLL_MS = 500;

/**
 * Searches all log groups of a stage with Logs Insights. One query takes 50 of them.
 * @param since milliseconds, from now back
 * @returns a search that throws RefusedError if AWS does not carry it out
 */
export const openLogSearch = async (
  { cloudFormation, stackName }: StageLogs,
  since: number,
): Promise<FindLines> => {
  const client = new CloudWatchLogsClient();
  const writers = new Map<string, string>();
  const pages = paginateListStackResources({ client: cloudFormation }, { StackName: stackName });
  for await (const { StackResourceSummaries = [] } of pages) {
    for (const {
      ResourceType,
      LogicalResourceId = '',
      PhysicalResourceId = '',
    } of StackResourceSummaries) {
      if (ResourceType !== 'AWS::Logs::LogGroup') continue;
      // The CDK ends the path of a resource with a hash.
      writers.set(PhysicalResourceId, LogicalResourceId.replace(/Logs?[0-9A-F]{8}$/, ''));
    }
  }
  return async (ids) => {
    const now = Date.now();
    const { queryId } = await client.send(
      new StartQueryCommand({
        logGroupNames: [...writers.keys()],
        startTime: Math.floor((now - since) / 1000),
        endTime: Math.ceil(now / 1000),
        queryString: `fields @timestamp, @log, @message
          | filter @message like /${ids.map(inPattern).join('|')}/
          | sort @timestamp asc
          | limit ${MOST_LINES}`,
      }),
    );
    const results = await waitFor(client, queryId);
    return results.map((fields) => {
      const field = (name: string) => fields.find((each) => each.field === name)?.value ?? '';
      // `@log` begins with the AWS account.
      const group = field('@log').replace(/^\d{12}:/, '');
      return {
        time: field('@timestamp'),
        writer: writers.get(group) ?? group,
        text: field('@message').trimEnd(),
      };
    });
  };
};

/** A slash would end the pattern. */
const inPattern = (id: string): string => id.replaceAll(/[+/]/g, '\\$&');

const waitFor = async (
  client: CloudWatchLogsClient,
  queryId: string | undefined,
): Promise<readonly ResultField[][]> => {
  for (;;) {
    const { status, results = [] } = await client.send(new GetQueryResultsCommand({ queryId }));
    if (status === 'Complete') return results;
    if (status !== 'Running' && status !== 'Scheduled') {
      throw new RefusedError(
        `The search ended as ${status}: try again, or with a shorter --since.`,
      );
    }
    await setTimeout(POLL_MS);
  }
};

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
import { RefusedError, UsageError } from './errors.ts';

/** A row of a result: values by the names of fields. */
export type LogRow = Readonly<Record<string, string>>;

/**
 * Asks the logs of a stage in the language of Logs Insights. `@log` is the part that wrote a line: `createPet`, `pets-api`.
 * @param of one part, as the names of alarms have it; without it all
 * @throws UsageError if there is no such part, or AWS does not understand the query
 * @throws RefusedError if AWS does not carry it out
 */
export type QueryLogs = (query: string, of?: string) => Promise<readonly LogRow[]>;

const POLL_MS = 500;

/**
 * Opens the log groups of a deployed stage. One query takes 50 of them.
 * @param since milliseconds, from now back
 */
export const openLogs = async (
  cloudFormation: CloudFormationClient,
  stackName: string,
  since: number,
): Promise<QueryLogs> => {
  const client = new CloudWatchLogsClient();
  const groups = await logGroups(cloudFormation, stackName);
  return async (query, of) => {
    const asked = [...groups].filter(([, part]) => of === undefined || part === of);
    if (asked.length === 0) {
      throw new UsageError(`--of is one of ${[...groups.values()].sort().join(', ')}.`);
    }
    const now = Date.now();
    const { queryId } = await client
      .send(
        new StartQueryCommand({
          logGroupNames: asked.map(([group]) => group),
          startTime: Math.floor((now - since) / 1000),
          endTime: Math.ceil(now / 1000),
          queryString: query,
        }),
      )
      .catch((error: unknown) => {
        throw error instanceof Error && error.name === 'MalformedQueryException'
          ? new UsageError(error.message)
          : error;
      });
    const results = await waitFor(client, queryId);
    return results.map((fields) => rowOf(fields, groups));
  };
};

/** The part that writes to each log group. */
const logGroups = async (
  client: CloudFormationClient,
  StackName: string,
): Promise<ReadonlyMap<string, string>> => {
  const groups = new Map<string, string>();
  for await (const page of paginateListStackResources({ client }, { StackName })) {
    for (const resource of page.StackResourceSummaries ?? []) {
      const { ResourceType, LogicalResourceId = '', PhysicalResourceId = '' } = resource;
      if (ResourceType === 'AWS::Logs::LogGroup') {
        groups.set(PhysicalResourceId, partOf(LogicalResourceId));
      }
    }
  }
  return groups;
};

/** `createPetLogs1A2B3C4D` is of `createPet`, and `PetsApiAccessLog1A2B3C4D` of `pets-api`. */
const partOf = (logicalId: string): string => {
  const [, api] = /^(\w+)ApiAccessLog[0-9A-F]{8}$/.exec(logicalId) ?? [];
  return api === undefined
    ? logicalId.replace(/Logs[0-9A-F]{8}$/, '')
    : `${api.charAt(0).toLowerCase()}${api.slice(1)}-api`;
};

const rowOf = (fields: readonly ResultField[], groups: ReadonlyMap<string, string>): LogRow => {
  const named = fields
    .filter(({ field }) => field !== '@ptr')
    .map(({ field = '', value = '' }) => {
      // It begins with the AWS account.
      const group = value.replace(/^\d{12}:/, '');
      return [field, field === '@log' ? (groups.get(group) ?? group) : value.trimEnd()];
    });
  return Object.fromEntries(named);
};

const waitFor = async (
  client: CloudWatchLogsClient,
  queryId: string | undefined,
): Promise<readonly ResultField[][]> => {
  for (;;) {
    const { status, results = [] } = await client.send(new GetQueryResultsCommand({ queryId }));
    if (status === 'Complete') return results;
    if (status !== 'Running' && status !== 'Scheduled') {
      throw new RefusedError(`The query ended as ${status}: try again, with a shorter --since.`);
    }
    await setTimeout(POLL_MS);
  }
};

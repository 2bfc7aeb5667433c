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
import { RefusedError, UsageError } from '../terminal/errors.ts';

/** A row of a result: values by the names of fields. */
export type LogRow = Readonly<Record<string, string>>;

/**
 * Asks the logs of a stage in the language of Logs Insights. `part` is the function that wrote a line, such as `createPet`.
 * `@log` is `functions`, or an API: `pets-api`.
 * @param of one part or API; without it all
 * @throws UsageError if the part does not exist, or AWS does not understand the query
 * @throws RefusedError if AWS does not carry it out
 */
export type QueryLogs = (query: string, of?: string) => Promise<readonly LogRow[]>;

const POLL_MS = 500;

/** The names of functions, and of the log groups of all functions and of each API, by their names on AWS. */
interface StageLogs {
  readonly functions: ReadonlyMap<string, string>;
  readonly groups: ReadonlyMap<string, string>;
}

const FUNCTIONS = 'functions';

/** Lambda Developer Guide, "Configuring CloudWatch log groups": `2026/11/25/NAME[VERSION]ID`. */
const PARSE_PART = 'parse @logStream /(?<part>[\\w-]+)\\[/';

/**
 * Opens the log groups of a deployed stage.
 * @param since milliseconds, from now back
 */
export const openLogs = async (
  cloudFormation: CloudFormationClient,
  stackName: string,
  since: number,
  client: Pick<CloudWatchLogsClient, 'send'> = new CloudWatchLogsClient(),
): Promise<QueryLogs> => {
  const logs = await findLogs(cloudFormation, stackName);
  return async (query, of) => {
    const { logGroupNames, part } = choose(logs, of);
    const filter = part === undefined ? [] : [`filter part = "${part}"`];
    const now = Date.now();
    const { queryId } = await client
      .send(
        new StartQueryCommand({
          logGroupNames,
          startTime: Math.floor((now - since) / 1000),
          endTime: Math.ceil(now / 1000),
          queryString: [PARSE_PART, ...filter, query].join(' | '),
        }),
      )
      .catch((error: unknown) => {
        throw error instanceof Error && error.name === 'MalformedQueryException'
          ? new UsageError(error.message)
          : error;
      });
    const results = await waitFor(client, queryId);
    return results.map((fields) => rowOf(fields, logs));
  };
};

/** The log groups of a part, and its name on AWS if it is a function. */
const choose = ({ functions, groups }: StageLogs, of: string | undefined) => {
  const [part] = [...functions].find(([, name]) => name === of) ?? [];
  const wanted = part === undefined ? of : FUNCTIONS;
  const logGroupNames = [...groups]
    .filter(([, name]) => wanted === undefined || name === wanted)
    .map(([group]) => group);
  if (logGroupNames.length > 0) return { logGroupNames, part };
  const all = [...groups.values(), ...functions.values()].sort();
  throw new UsageError(`--of is one of ${all.join(', ')}.`);
};

const findLogs = async (client: CloudFormationClient, StackName: string): Promise<StageLogs> => {
  const functions = new Map<string, string>();
  const groups = new Map<string, string>();
  for await (const page of paginateListStackResources({ client }, { StackName })) {
    for (const resource of page.StackResourceSummaries ?? []) {
      const { ResourceType, LogicalResourceId = '', PhysicalResourceId = '' } = resource;
      if (ResourceType === 'AWS::Lambda::Function') {
        functions.set(PhysicalResourceId, LogicalResourceId.replace(/Function[0-9A-F]{8}$/, ''));
      }
      if (ResourceType === 'AWS::Logs::LogGroup') {
        groups.set(PhysicalResourceId, groupOf(LogicalResourceId));
      }
    }
  }
  return { functions, groups };
};

/** `PetsApiAccessLog1A2B3C4D` is of `pets-api`, and the other group of all functions. */
const groupOf = (logicalId: string): string => {
  const [, api] = /^(\w+)ApiAccessLog[0-9A-F]{8}$/.exec(logicalId) ?? [];
  return api === undefined ? FUNCTIONS : `${api.charAt(0).toLowerCase()}${api.slice(1)}-api`;
};

const rowOf = (fields: readonly ResultField[], { functions, groups }: StageLogs): LogRow => {
  const named = fields
    .filter(({ field }) => field !== '@ptr')
    .map(({ field = '', value = '' }) => {
      // It begins with the AWS account.
      const group = value.replace(/^\d{12}:/, '');
      if (field === '@log') return [field, groups.get(group) ?? group];
      return [field, field === 'part' ? (functions.get(value) ?? value) : value.trimEnd()];
    });
  return Object.fromEntries(named);
};

const waitFor = async (
  client: Pick<CloudWatchLogsClient, 'send'>,
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

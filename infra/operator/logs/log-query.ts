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
import { FIELDS, MOST_LINES, timestamp } from './log-line.ts';
import type { LogRow, StageLogs } from './stage-logs.ts';

const POLL_MS = 500;

/** The names of functions, and of the log groups of all functions and of each API, by their names on AWS. */
interface LogNames {
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
): Promise<StageLogs> => {
  const names = await findNames(cloudFormation, stackName);
  const query: StageLogs['query'] = async (text, of) => {
    const { logGroupNames, part } = choose(names, of);
    const filter = part === undefined ? [] : [`filter part = "${part}"`];
    const now = Date.now();
    const { queryId } = await client
      .send(
        new StartQueryCommand({
          logGroupNames,
          startTime: Math.floor((now - since) / 1000),
          endTime: Math.ceil(now / 1000),
          queryString: [PARSE_PART, ...filter, text].join(' | '),
        }),
      )
      .catch((error: unknown) => {
        throw error instanceof Error && error.name === 'MalformedQueryException'
          ? new UsageError(error.message)
          : error;
      });
    const results = await waitFor(client, queryId);
    return results.map((fields) => rowOf(fields, names));
  };
  /** Asks about the lines that match all patterns. */
  const search = (patterns: readonly string[], rest: string, of: string | undefined) => {
    const filters = patterns.map(
      (pattern) => `filter @message like /${new RegExp(pattern).source}/`,
    );
    return query([...filters, rest].join(' | '), of);
  };
  return {
    query,
    find: async (patterns, of) => {
      const fields = 'fields @timestamp, @log, part, @message';
      const rest = `${fields} | sort @timestamp desc | limit ${MOST_LINES}`;
      return (await search(patterns, rest, of)).toReversed();
    },
    count: (patterns, of) => {
      const counts = 'count() as lines, min(@timestamp) as first, max(@timestamp) as last';
      return search(patterns, `stats ${counts} by ${FIELDS.join(', ')} | sort lines desc`, of);
    },
  };
};

/** The log groups of a part, and its name on AWS if it is a function. */
const choose = ({ functions, groups }: LogNames, of: string | undefined) => {
  const [part] = [...functions].find(([, name]) => name === of) ?? [];
  const wanted = part === undefined ? of : FUNCTIONS;
  const logGroupNames = [...groups]
    .filter(([, name]) => wanted === undefined || name === wanted)
    .map(([group]) => group);
  if (logGroupNames.length > 0) return { logGroupNames, part };
  const all = [...groups.values(), ...functions.values()].sort();
  throw new UsageError(`--of is one of ${all.join(', ')}.`);
};

const findNames = async (client: CloudFormationClient, StackName: string): Promise<LogNames> => {
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

const rowOf = (fields: readonly ResultField[], { functions, groups }: LogNames): LogRow => {
  const named = fields
    .filter(({ field }) => field !== '@ptr')
    .map(({ field = '', value = '' }) => {
      // It begins with the AWS account.
      const group = value.replace(/^\d{12}:/, '');
      if (field === '@log') return [field, groups.get(group) ?? group];
      // A count has milliseconds.
      if (/^(first|last)$/.test(field) && !value.includes('-')) {
        return [field, timestamp(Number(value))];
      }
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

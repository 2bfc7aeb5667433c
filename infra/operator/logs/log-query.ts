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

/** A function or a log group of a stage. */
interface Part {
  /** `createPet`; for log groups `functions`, or an API such as `pets-api`. */
  readonly name: string;
  /** Its name on AWS. */
  readonly id: string;
  readonly isGroup: boolean;
}

const FUNCTIONS = 'functions';

/** Lambda Developer Guide, "Configuring CloudWatch log groups": `2026/11/25/NAME[VERSION]ID`. */
const PARSE_PART = 'parse @logStream /(?<part>[\\w-]+)\\[/';

/** Opens the log groups of a deployed stage from a time on. */
export const openLogs = async (
  cloudFormation: CloudFormationClient,
  stackName: string,
  from: Date,
  client: Pick<CloudWatchLogsClient, 'send'> = new CloudWatchLogsClient(),
): Promise<StageLogs> => {
  const parts = await findParts(cloudFormation, stackName);
  const names = new Map(parts.map(({ id, name }) => [id, name]));
  const startTime = Math.floor(from.getTime() / 1000);
  const query: StageLogs['query'] = async (text, of) => {
    const { logGroupNames, filter } = choose(parts, of);
    const start = new StartQueryCommand({
      logGroupNames,
      startTime,
      endTime: Math.ceil(Date.now() / 1000),
      queryString: [PARSE_PART, ...filter, text].join(' | '),
    });
    const { queryId } = await client.send(start).catch((error: unknown) => {
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
    find: async (patterns, of, { until, most = MOST_LINES } = {}) => {
      const end = until ? `filter toMillis(@timestamp) <= ${until.getTime()} | ` : '';
      const fields = 'fields @timestamp, @log, part, @message';
      const rest = `${end}${fields} | sort @timestamp desc | limit ${most}`;
      return (await search(patterns, rest, of)).toReversed();
    },
    count: (patterns, of) => {
      const counts = 'count() as lines, min(@timestamp) as first, max(@timestamp) as last';
      return search(patterns, `stats ${counts} by ${FIELDS.join(', ')} | sort lines desc`, of);
    },
  };
};

/** The log groups of a part, and the filter of its lines. */
const choose = (parts: readonly Part[], of: string | undefined) => {
  const part = parts.find(({ name }) => name === of);
  if (of !== undefined && part === undefined) {
    const all = parts.map(({ name }) => name).sort();
    throw new UsageError(`--of is one of ${all.join(', ')}.`);
  }
  const group = part?.isGroup === false ? FUNCTIONS : of;
  const groups = parts.filter(({ name, isGroup }) => isGroup && [name, undefined].includes(group));
  const filter = part?.isGroup === false ? [`filter part = "${part.id}"`] : [];
  return { logGroupNames: groups.map(({ id }) => id), filter };
};

const findParts = async (
  client: CloudFormationClient,
  StackName: string,
): Promise<readonly Part[]> => {
  const parts: Part[] = [];
  for await (const page of paginateListStackResources({ client }, { StackName })) {
    for (const resource of page.StackResourceSummaries ?? []) {
      const { ResourceType, LogicalResourceId = '', PhysicalResourceId: id = '' } = resource;
      const isGroup = ResourceType === 'AWS::Logs::LogGroup';
      if (isGroup) parts.push({ name: groupOf(LogicalResourceId), id, isGroup });
      if (ResourceType !== 'AWS::Lambda::Function') continue;
      parts.push({ name: LogicalResourceId.replace(/Function[0-9A-F]{8}$/, ''), id, isGroup });
    }
  }
  return parts;
};

/** `PetsApiAccessLog1A2B3C4D` is of `pets-api`, and the other group of all functions. */
const groupOf = (logicalId: string): string => {
  const [, api] = /^(\w+)ApiAccessLog[0-9A-F]{8}$/.exec(logicalId) ?? [];
  return api === undefined ? FUNCTIONS : `${api.charAt(0).toLowerCase()}${api.slice(1)}-api`;
};

const rowOf = (fields: readonly ResultField[], names: ReadonlyMap<string, string>): LogRow => {
  const named = fields
    .filter(({ field }) => field !== '@ptr')
    .map(({ field = '', value = '' }) => {
      // A count has milliseconds, and a log group begins with the AWS account.
      const isTime = /^(first|last)$/.test(field) && !value.includes('-');
      if (isTime) return [field, timestamp(Number(value))];
      return [field, names.get(value.replace(/^\d{12}:/, '')) ?? value.trimEnd()];
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

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
import { FIELDS, type LogRow, MOST_LINES, type StageLogs, timestamp } from './stage-logs.ts';

const POLL_MS = 500;

/** The log group of all functions. Others are of an API, such as `pets-api`. */
const FUNCTIONS = 'functions';

/** Lambda Developer Guide, "Configuring CloudWatch log groups": `2026/11/25/NAME[VERSION]ID`. */
const PARSE_PART = 'parse @logStream /(?<part>[\\w-]+)\\[/';

export const openLogs = async (
  cloudFormation: CloudFormationClient,
  stackName: string,
  from: Date,
  client: Pick<CloudWatchLogsClient, 'send'> = new CloudWatchLogsClient(),
): Promise<StageLogs> => {
  const { functions, groups } = await findParts(cloudFormation, stackName);
  const names = new Map([...functions, ...groups].map(([name, id]) => [id, name]));
  const startTime = Math.floor(from.getTime() / 1000);
  const query: StageLogs['query'] = async (text, of) => {
    const part = functions.get(of ?? '');
    const chosen = of === undefined ? [...groups.keys()] : [part ? FUNCTIONS : of];
    const logGroupNames = chosen.flatMap((name) => groups.get(name) ?? []);
    if (logGroupNames.length === 0) {
      throw new UsageError(`--of is one of ${[...names.values()].sort().join(', ')}.`);
    }
    const filter = part ? [`filter part = "${part}"`] : [];
    const start = new StartQueryCommand({
      logGroupNames,
      startTime,
      endTime: Math.ceil(Date.now() / 1000),
      queryString: [PARSE_PART, ...filter, text].join(' | '),
    });
    const results = await waitFor(client, (await client.send(start)).queryId);
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

/** The names on AWS of a stage's functions and log groups, by those that operators use. */
const findParts = async (client: CloudFormationClient, StackName: string) => {
  const functions = new Map<string, string>();
  const groups = new Map<string, string>();
  for await (const page of paginateListStackResources({ client }, { StackName })) {
    for (const resource of page.StackResourceSummaries ?? []) {
      const { ResourceType, LogicalResourceId = '', PhysicalResourceId: id = '' } = resource;
      if (ResourceType === 'AWS::Logs::LogGroup') groups.set(groupOf(LogicalResourceId), id);
      if (ResourceType === 'AWS::Lambda::Function') {
        functions.set(LogicalResourceId.replace(/Function[0-9A-F]{8}$/, ''), id);
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

const waitFor = async (client: Pick<CloudWatchLogsClient, 'send'>, queryId: string | undefined) => {
  for (;;) {
    const { status, results = [] } = await client.send(new GetQueryResultsCommand({ queryId }));
    if (status === 'Complete') return results;
    if (status !== 'Running' && status !== 'Scheduled') {
      throw new RefusedError(`The query ended as ${status}: try again, with a shorter --since.`);
    }
    await setTimeout(POLL_MS);
  }
};

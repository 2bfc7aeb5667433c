import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { TIME_BUDGET } from '../../lib/process/time-budget.ts';
import type { TestEngine } from './engine.ts';
import { listen } from './listen.ts';

interface Subject {
  readonly TableName?: string;
  readonly IndexName?: string;
  readonly ConsistentRead?: boolean;
}

/** What the body of a request names: one table, or those of a transaction or a batch. */
interface Body extends Subject {
  readonly TransactItems?: readonly Readonly<Record<string, Subject>>[];
  readonly RequestItems?: Readonly<Record<string, Subject>>;
}

/** Reads a request to DynamoDB: each table that it uses, with the action that it needs there. */
const readRequest = ({ headers }: Pick<IncomingMessage, 'headers'>, text: string) => {
  const [service, action = ''] = String(headers['x-amz-target']).split('.');
  const { TransactItems, RequestItems, ...only }: Body = JSON.parse(text || '{}');
  const uses: readonly (readonly [string, Subject])[] =
    // A part needs the action of its name ("Amazon DynamoDB transactions: how it works").
    TransactItems?.flatMap((item) =>
      Object.entries(item).map(
        ([part, of]) => [`${part}Item`, { ...of, ConsistentRead: true }] as const,
      ),
    ) ??
    Object.entries(RequestItems ?? { [only.TableName ?? '']: only }).map(
      ([TableName, of]) => [action, { ...of, TableName }] as const,
    );
  return {
    action,
    isOfStream: service?.startsWith('DynamoDBStreams_') ?? false,
    touches: uses.map(([action, { TableName: table = '', IndexName: index, ConsistentRead }]) => {
      const isRead = ['BatchGetItem', 'GetItem', 'Query', 'Scan'].includes(action);
      // Reads of an index are never strongly consistent, and do not count.
      const mayBeStale = isRead && index === undefined && !ConsistentRead;
      return { action, table, index, mayBeStale };
    }),
  };
};

type StorageRequest = ReturnType<typeof readRequest>;

/** DynamoDB's refusals: status and exception. */
const REFUSALS = {
  denied: [400, 'AccessDeniedException', {}],
  throttled: [400, 'ThrottlingException', {}],
  overloaded: [400, 'ProvisionedThroughputExceededException', {}],
  broken: [500, 'InternalServerError', {}],
  // A transaction meets another write, or its own first attempt.
  cancelled: [
    400,
    'TransactionCanceledException',
    { CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }] },
  ],
  'in-progress': [400, 'TransactionInProgressException', {}],
} as const;

/**
 * What an engine does with a request. It answers it, refuses it, breaks off, never answers, or
 * reads half of the keys of a batch. It applies it and loses the answer: that never comes, its
 * connection breaks, or half of it comes. `twice` applies it, applies it again a moment later, and
 * gives the second answer. `late` applies it after nobody waits for the answer. `stale` gives the
 * previous answer to the same request, as a read that is not strongly consistent may.
 */
export type Fault =
  | 'halved'
  | 'hang'
  | 'late'
  | 'lost-hang'
  | 'lost-reset'
  | 'lost-stall'
  | 'none'
  | 'reset'
  | 'stale'
  | 'twice'
  | keyof typeof REFUSALS;

/** A DynamoDB engine whose faults can be switched. */
export type FaultyEngine = Awaited<ReturnType<typeof startFaultyEngine>>;

/** Time for other requests to come in between. */
const LATE_MS = 100;

const isRefusal = (fault: Fault): fault is keyof typeof REFUSALS => fault in REFUSALS;

/** Makes a BatchGetItem read half of its keys, and adds the others to the answer, as DynamoDB may when it is busy ("BatchGetItem", UnprocessedKeys). */
const halveBatch = (text: string) => {
  const batch: { RequestItems: Record<string, { Keys: unknown[] }> } = JSON.parse(text);
  const pick = (choose: (keys: unknown[], half: number) => unknown[]) =>
    Object.fromEntries(
      Object.entries(batch.RequestItems)
        .map(([table, { Keys, ...of }]) => {
          return [table, { ...of, Keys: choose(Keys, Math.ceil(Keys.length / 2)) }] as const;
        })
        .filter(([, { Keys }]) => Keys.length > 0),
    );
  const RequestItems = pick((keys, half) => keys.slice(0, half));
  const UnprocessedKeys = pick((keys, half) => keys.slice(half));
  return {
    request: JSON.stringify({ ...batch, RequestItems }),
    addUnprocessed: (answer: Buffer) =>
      JSON.stringify({ ...JSON.parse(answer.toString()), UnprocessedKeys }),
  };
};

/** Passes a request on; undefined if the target breaks off. */
const passOn = async (
  target: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer | string,
) => {
  const sent = { ...headers, 'content-length': Buffer.byteLength(body) };
  const passed = forward(`${target}${url}`, { method, headers: sent });
  // A connection may end after the answer as well.
  passed.on('error', () => {}).end(body);
  try {
    const [answer]: IncomingMessage[] = await once(passed, 'response');
    return answer && { answer, body: await buffer(answer) };
  } catch {
    return undefined;
  }
};

/** Starts a faulty engine in front of a real one. */
export const startFaultyEngine = async (target: string) => {
  let decide: (request: StorageRequest) => Fault = () => 'none';
  const answers = new Map<string, Buffer>();
  const server = createServer(async (incoming, outgoing) => {
    const sent = await buffer(incoming).catch(() => undefined);
    if (sent === undefined) return;
    const text = sent.toString();
    const fault = decide(readRequest(incoming, text));
    const answerWith = (status: number, body: Buffer | string) => {
      outgoing.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0' }).end(body);
    };
    if (fault === 'hang') return;
    if (fault === 'reset') return void incoming.socket.destroy();
    if (isRefusal(fault)) {
      const [status, type, details] = REFUSALS[fault];
      const error = { __type: `com.amazon.coral.service#${type}`, ...details };
      return answerWith(status, JSON.stringify(error));
    }
    const halved = fault === 'halved' ? halveBatch(text) : undefined;
    const pass = () => passOn(target, incoming, halved?.request ?? sent);
    if (fault === 'late') {
      await setTimeout(TIME_BUDGET.attempt + LATE_MS);
      return void pass();
    }
    if (fault === 'twice') {
      await pass();
      await setTimeout(Math.random() * LATE_MS);
    }
    const passed = await pass();
    if (passed === undefined) return void outgoing.destroy();
    const { answer, body } = passed;
    if (fault === 'lost-hang') return;
    if (fault === 'lost-reset') return void incoming.socket.destroy();
    if (fault === 'stale') {
      const before = answers.get(text) ?? body;
      answers.set(text, body);
      return answerWith(200, before);
    }
    if (halved) return answerWith(200, halved.addUnprocessed(body));
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
    if (fault === 'lost-stall') return void outgoing.write(body.subarray(0, body.length / 2));
    outgoing.end(body);
  });
  const { endpoint, close } = await listen(server);
  return {
    endpoint,
    close,
    /** Applies this fault to every request from now on. */
    fail: (fault: Fault): void => {
      decide = () => fault;
    },
    /** Decides on a fault for each request from now on, but those of streams: Lambda reads them itself. */
    choose: (next: (request: StorageRequest) => Fault): void => {
      decide = (request) => (request.isOfStream ? 'none' : next(request));
    },
  };
};

/** Starts a recorder in front of a real engine. */
export const startRecordingEngine = async ({
  endpoint: target,
  tables,
}: Pick<TestEngine, 'endpoint' | 'tables'>) => {
  const names = new Map<string, string>(
    Object.entries(tables).map(([name, table]) => [table, name]),
  );
  /**
   * The requests in order, by names of tables: `Query pets/index/byStatus`. A transaction or batch
   * adds each of its parts. A read of a table that may be stale ends with a text which no contract
   * allows: a created resource must be readable as soon as its 201 is sent.
   */
  const asked: string[] = [];
  const { endpoint, choose, close } = await startFaultyEngine(target);
  choose(({ touches }) => {
    for (const { action, table, index, mayBeStale } of touches) {
      const name = names.get(table) ?? table;
      const where = index === undefined ? name : `${name}/index/${index}`;
      asked.push(`${action} ${where}${mayBeStale ? ' without ConsistentRead' : ''}`);
    }
    return 'none';
  });
  return { endpoint, asked, close };
};

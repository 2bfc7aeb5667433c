import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { TIME_BUDGET } from '../../lib/process/time-budget.ts';
import { type Listening, listen } from './listen.ts';
import { readStorageRequest, type StorageRequest } from './storage-request.ts';

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

/** How the answer to an applied request is lost: it never comes, its connection breaks, or half of it comes. */
const LOSSES = ['lost-hang', 'lost-reset', 'lost-stall'] as const;

/**
 * What an engine does with a request. It answers it, refuses it, breaks off, never answers, is
 * gone, applies it and loses the answer, or reads half of the keys of a batch.
 * `twice` applies it, applies it again a moment later, and gives the second answer. `late` applies
 * it after nobody waits for the answer. `stale` gives the previous answer to the same request, as a
 * read that is not strongly consistent may.
 */
export type Fault =
  | 'gone'
  | 'halved'
  | 'hang'
  | 'late'
  | 'none'
  | 'reset'
  | 'stale'
  | 'twice'
  | keyof typeof REFUSALS
  | (typeof LOSSES)[number];

/** A DynamoDB engine whose faults can be switched. */
export interface FaultyEngine extends Pick<Listening, 'close' | 'endpoint'> {
  /** Applies this fault to every request from now on. */
  readonly fail: (fault: Fault) => Promise<void>;
  /** Decides on a fault for each request from now on; `gone` works with `fail` only. */
  readonly choose: (decide: (request: StorageRequest) => Fault) => void;
}

/** Time for other requests to come in between. */
const LATE_MS = 100;

const isRefusal = (fault: Fault): fault is keyof typeof REFUSALS => fault in REFUSALS;

const Tables = z.record(z.string(), z.looseObject({ Keys: z.array(z.unknown()) }));
const Batch = z.looseObject({ RequestItems: Tables });

/** Makes a BatchGetItem read half of its keys, and adds the others to the answer, as DynamoDB may when it is busy ("BatchGetItem", UnprocessedKeys). */
const halveBatch = (text: string) => {
  const { RequestItems, ...rest } = Batch.parse(JSON.parse(text));
  const pick = (choose: (keys: readonly unknown[]) => readonly unknown[]) =>
    Object.fromEntries(
      Object.entries(RequestItems)
        .map(([table, { Keys, ...of }]) => [table, { ...of, Keys: choose(Keys) }] as const)
        .filter(([, { Keys }]) => Keys.length > 0),
    );
  const half = (keys: readonly unknown[]) => Math.ceil(keys.length / 2);
  return {
    request: JSON.stringify({ ...rest, RequestItems: pick((keys) => keys.slice(0, half(keys))) }),
    addUnprocessed: (answer: string) =>
      JSON.stringify({
        ...JSON.parse(answer),
        UnprocessedKeys: pick((keys) => keys.slice(half(keys))),
      }),
  };
};

/** Passes a request on; undefined if the target breaks off. */
const passOn = async (
  target: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer | string,
) => {
  const length = Buffer.byteLength(body);
  const passed = forward(`${target}${url}`, {
    method,
    headers: { ...headers, 'content-length': length },
  });
  // A connection may end after the answer as well.
  passed.on('error', () => {}).end(body);
  try {
    const [answer]: IncomingMessage[] = await once(passed, 'response');
    return (
      answer && { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }
    );
  } catch {
    return undefined;
  }
};

/** Starts a faulty engine in front of a real one. */
export const startFaultyEngine = async (target: string): Promise<FaultyEngine> => {
  let decide: (request: StorageRequest) => Fault = () => 'none';
  let gone = false;
  const answers = new Map<string, Buffer>();
  const server = createServer(async (incoming, outgoing) => {
    const sent = await buffer(incoming).catch(() => undefined);
    if (sent === undefined) return;
    const text = sent.toString();
    const request = readStorageRequest(incoming, text);
    // Lambda reads streams itself, so that no fault is planned for that.
    const ofStream = String(incoming.headers['x-amz-target']).startsWith('DynamoDBStreams_');
    const fault = ofStream ? 'none' : decide(request);
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
    const answer = await pass();
    if (answer === undefined) return void outgoing.destroy();
    const { body } = answer;
    if (fault === 'lost-hang') return;
    if (fault === 'lost-reset') return void incoming.socket.destroy();
    if (fault === 'stale') {
      const before = answers.get(text) ?? body;
      answers.set(text, body);
      return answerWith(200, before);
    }
    if (halved) answerWith(200, halved.addUnprocessed(body.toString()));
    else {
      outgoing.writeHead(answer.status ?? 500, answer.headers);
      if (fault === 'lost-stall') {
        outgoing.flushHeaders();
        return void outgoing.write(body.subarray(0, body.length / 2));
      }
      outgoing.end(body);
    }
  });
  const { endpoint, port, close } = await listen(server);
  return {
    endpoint,
    close,
    fail: async (fault) => {
      if (gone && fault !== 'gone') await once(server.listen(port, '127.0.0.1'), 'listening');
      decide = () => fault;
      gone = fault === 'gone';
      if (gone) close();
    },
    choose: (next) => {
      decide = next;
    },
  };
};

/** The end of a read without ConsistentRead. */
const STALE = ' without ConsistentRead';

/** A recorder of requests to DynamoDB. */
export interface RecordingEngine extends Pick<FaultyEngine, 'close' | 'endpoint'> {
  /**
   * The requests in order: `Query pet-store-staging-Pets…/index/byStatus`. A transaction or batch
   * adds each of its parts. A read of a table that may be stale ends in STALE, which no contract
   * allows: a created resource must be readable as soon as its 201 is sent.
   */
  readonly asked: string[];
}

/** Starts a recorder in front of a real engine. */
export const startRecordingEngine = async (target: string): Promise<RecordingEngine> => {
  const asked: string[] = [];
  const { endpoint, choose, close } = await startFaultyEngine(target);
  choose(({ touches }) => {
    for (const { action, table, index, mayBeStale } of touches) {
      const where = index === undefined ? table : `${table}/index/${index}`;
      asked.push(`${action} ${where}${mayBeStale ? STALE : ''}`);
    }
    return 'none';
  });
  return { endpoint, asked, close };
};

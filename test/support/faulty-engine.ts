import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { TIME_BUDGET } from '../../lib/process/time-budget.ts';
import { halveBatch } from './halve-batch.ts';
import { readStorageRequest, type StorageRequest } from './storage-request.ts';

/** DynamoDB's refusals: status and exception. */
const REFUSALS = {
  denied: [400, 'AccessDeniedException', {}],
  throttled: [400, 'ThrottlingException', {}],
  overloaded: [400, 'ProvisionedThroughputExceededException', {}],
  broken: [500, 'InternalServerError', {}],
  // A write conflicts with a transaction, or a transaction with another write or its own first
  // attempt.
  conflict: [400, 'TransactionConflictException', {}],
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
 * read that is not strongly consistent may. `hidden` leaves every other item out of the answer to a
 * Query, and `empty` all of them, as may happen next to a transaction that is under way.
 */
export type Fault =
  | 'empty'
  | 'gone'
  | 'halved'
  | 'hang'
  | 'hidden'
  | 'late'
  | 'none'
  | 'reset'
  | 'stale'
  | 'twice'
  | keyof typeof REFUSALS
  | (typeof LOSSES)[number];

/** A DynamoDB engine whose faults can be switched. */
export interface FaultyEngine {
  readonly endpoint: string;
  /** Applies this fault to every request from now on. */
  readonly fail: (fault: Fault) => Promise<void>;
  /** Decides on a fault for each request from now on; `gone` works with `fail` only. */
  readonly choose: (decide: (request: StorageRequest) => Fault) => void;
  /** Hangs from the answer to the next request of an action; resolves when that was applied. */
  readonly hangAfter: (action: string) => Promise<void>;
  readonly close: () => void;
}

/** Time for other requests to come in between. */
const LATE_MS = 100;

const isRefusal = (fault: Fault): fault is keyof typeof REFUSALS => fault in REFUSALS;

/** Leaves items out of the answer to a Query: all, or every other one. */
const hideItems = (text: string, all: boolean): string => {
  const answer: { readonly Items?: readonly unknown[] } = JSON.parse(text);
  const Items = answer.Items?.filter((_, index) => !all && index % 2 === 1) ?? [];
  return JSON.stringify({ ...answer, Items, Count: Items.length });
};

/**
 * Starts a faulty engine in front of a real one.
 * @param answered gets each request whose answer was passed on whole
 */
export const startFaultyEngine = async (
  target: string,
  answered: (request: StorageRequest) => void = () => {},
): Promise<FaultyEngine> => {
  let decide: (request: StorageRequest) => Fault = () => 'none';
  let gone = false;
  const answers = new Map<string, Buffer>();
  let last: { readonly action: string; readonly applied: () => void } | undefined;
  const server = createServer(async (incoming, outgoing) => {
    const sent = await buffer(incoming).catch(() => undefined);
    if (sent === undefined) return;
    const request = readStorageRequest(incoming, sent.toString());
    // Lambda reads streams itself, so that no fault is planned for that.
    const ofStream = String(incoming.headers['x-amz-target']).startsWith('DynamoDBStreams_');
    const fault = ofStream ? 'none' : decide(request);
    if (fault === 'hang') return;
    if (fault === 'reset') {
      incoming.socket.destroy();
      return;
    }
    if (isRefusal(fault)) {
      const [status, type, details] = REFUSALS[fault];
      outgoing.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0' });
      outgoing.end(JSON.stringify({ __type: `com.amazon.coral.service#${type}`, ...details }));
      return;
    }
    const { method, url } = incoming;
    const halved = fault === 'halved' ? halveBatch(sent.toString()) : undefined;
    const passedOn = halved ? Buffer.from(halved.request) : sent;
    const headers = { ...incoming.headers, 'content-length': passedOn.length };
    if (fault === 'late') {
      await setTimeout(TIME_BUDGET.attempt + LATE_MS);
      forward(`${target}${url}`, { method, headers })
        .once('error', () => {})
        .end(passedOn);
      return;
    }
    if (fault === 'twice') {
      const first = forward(`${target}${url}`, { method, headers }).once('error', () => {});
      first.end(passedOn);
      await once(first, 'response').catch(() => {});
      await setTimeout(Math.random() * LATE_MS);
    }
    const passed = forward(`${target}${url}`, { method, headers }, async (answer) => {
      const body = await buffer(answer);
      if (halved) {
        outgoing.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0' });
        outgoing.end(halved.addUnprocessed(body.toString()));
        answered(request);
        return;
      }
      if (fault === 'lost-hang') return;
      if (fault === 'lost-reset') {
        incoming.socket.destroy();
        return;
      }
      if (last?.action === request.action) {
        decide = () => 'hang';
        last.applied();
        last = undefined;
      }
      if (fault === 'hidden' || fault === 'empty') {
        outgoing.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0' });
        outgoing.end(hideItems(body.toString(), fault === 'empty'));
        return;
      }
      if (fault === 'stale') {
        const before = answers.get(sent.toString()) ?? body;
        answers.set(sent.toString(), body);
        outgoing.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0' }).end(before);
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      if (fault === 'lost-stall') {
        outgoing.flushHeaders();
        outgoing.write(body.subarray(0, body.length / 2));
        return;
      }
      outgoing.end(body);
      answered(request);
    });
    passed.once('error', () => outgoing.destroy());
    passed.end(passedOn);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    fail: async (fault) => {
      if (gone && fault !== 'gone') {
        server.listen(port, '127.0.0.1');
        await once(server, 'listening');
      }
      decide = () => fault;
      gone = fault === 'gone';
      if (gone) {
        server.close();
        server.closeAllConnections();
      }
    },
    choose: (next) => {
      decide = next;
    },
    hangAfter: (action) =>
      new Promise((applied) => {
        last = { action, applied };
      }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

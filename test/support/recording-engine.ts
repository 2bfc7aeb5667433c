import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import { text } from 'node:stream/consumers';
import { readStorageRequest } from './storage-request.ts';

/** The end of a read without ConsistentRead. */
export const STALE = ' without ConsistentRead';

/** A recorder of requests to DynamoDB. */
export interface RecordingEngine {
  readonly endpoint: string;
  /**
   * The requests in order: `Query pet-store-staging-Pets…/index/byStatus`. A transaction or batch
   * adds each of its parts. A read of a table that may be stale ends in STALE, which no contract
   * allows: a created resource must be readable as soon as its 201 is sent.
   */
  readonly asked: string[];
  readonly close: () => void;
}

/** Starts a recorder in front of a real engine. */
export const startRecordingEngine = async (target: string): Promise<RecordingEngine> => {
  const asked: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = await text(incoming);
    for (const { action, table, index, mayBeStale } of readStorageRequest(incoming, body).touches) {
      const where = index === undefined ? table : `${table}/index/${index}`;
      asked.push(`${action} ${where}${mayBeStale ? STALE : ''}`);
    }
    const { method, url, headers } = incoming;
    forward(`${target}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    endpoint: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    asked,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import { text } from 'node:stream/consumers';
import { readStorageRequest } from './storage-request.ts';

/** A recorder of requests to DynamoDB. */
export interface RecordingEngine {
  readonly endpoint: string;
  /**
   * What was asked, in order: `Query pet-store-staging-Pets…/index/byStatus`. A transaction, or a
   * batch, asks for each of its parts.
   */
  readonly asked: string[];
  readonly close: () => void;
}

/** Puts a recorder in front of a real engine. */
export const startRecordingEngine = async (target: string): Promise<RecordingEngine> => {
  const asked: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = await text(incoming);
    for (const { action, table, index } of readStorageRequest(incoming, body).touches) {
      asked.push(`${action} ${table}${index === undefined ? '' : `/index/${index}`}`);
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

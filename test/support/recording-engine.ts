import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';

/** What was asked of DynamoDB, in order: `Query pet-store-staging-Pets…/index/byStatus`. */
export interface RecordingEngine {
  readonly endpoint: string;
  readonly asked: string[];
  readonly close: () => void;
}

const subject = z.object({ TableName: z.string(), IndexName: z.string().optional() });

/** Puts a recorder in front of a real engine. */
export const startRecordingEngine = async (target: string): Promise<RecordingEngine> => {
  const asked: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = await text(incoming);
    const { TableName, IndexName } = subject.parse(JSON.parse(body));
    const action = String(incoming.headers['x-amz-target']).split('.').at(-1);
    asked.push(`${action} ${TableName}${IndexName === undefined ? '' : `/index/${IndexName}`}`);
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

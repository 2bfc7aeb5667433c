import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';

/** What an engine does with every request: answers it, refuses it, breaks off, never answers, is gone. */
export type Fault = 'none' | 'denied' | 'gone' | 'hang' | 'reset' | 'throttled';

/** A DynamoDB engine behind a switch. */
export interface FaultyEngine {
  readonly endpoint: string;
  readonly fail: (fault: Fault) => Promise<void>;
  /** Hangs from the answer to the next request of an action on; resolves when that was applied. */
  readonly hangBehind: (action: string) => Promise<void>;
  readonly close: () => void;
}

const REFUSALS = { denied: 'AccessDeniedException', throttled: 'ThrottlingException' } as const;

/** Puts a switch in front of a real engine. */
export const startFaultyEngine = async (target: string): Promise<FaultyEngine> => {
  let fault: Fault = 'none';
  let last: { readonly action: string; readonly applied: () => void } | undefined;
  const server = createServer((incoming, outgoing) => {
    if (fault === 'hang') return;
    if (fault === 'reset') {
      incoming.socket.destroy();
      return;
    }
    if (fault === 'denied' || fault === 'throttled') {
      outgoing.writeHead(400, { 'Content-Type': 'application/x-amz-json-1.0' });
      outgoing.end(JSON.stringify({ __type: `com.amazon.coral.service#${REFUSALS[fault]}` }));
      return;
    }
    const { method, url, headers } = incoming;
    const passed = forward(`${target}${url}`, { method, headers }, (answer) => {
      if (last && String(headers['x-amz-target']).endsWith(`.${last.action}`)) {
        fault = 'hang';
        last.applied();
        last = undefined;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    passed.once('error', () => outgoing.destroy());
    incoming.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    fail: async (next) => {
      if (fault === 'gone' && next !== 'gone') {
        server.listen(port, '127.0.0.1');
        await once(server, 'listening');
      }
      fault = next;
      if (fault === 'gone') {
        server.close();
        server.closeAllConnections();
      }
    },
    hangBehind: (action) =>
      new Promise((applied) => {
        last = { action, applied };
      }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

import { once } from 'node:events';
import * as z from 'zod';

const usage = z.object({ usedSize: z.number(), backingStorageSize: z.number() });
const answer = z.object({ id: z.number(), result: z.unknown() });

/**
 * Connects to a process by the address that it printed ("Debugger listening on ws://…"). Each call of the result collects
 * the garbage there, and returns the bytes that are still used: the heap with its buffers.
 */
export const connectHeap = async (address: string): Promise<() => Promise<number>> => {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const waiting: ((result: unknown) => void)[] = [];
  // It answers in the order of the requests, and sends nothing else.
  socket.addEventListener('message', ({ data }) =>
    waiting.shift()?.(answer.parse(JSON.parse(String(data))).result),
  );
  let id = 0;
  const ask = (method: string): Promise<unknown> => {
    id += 1;
    socket.send(JSON.stringify({ id, method }));
    return new Promise((resolve) => waiting.push(resolve));
  };
  return async () => {
    await ask('HeapProfiler.collectGarbage');
    const { usedSize, backingStorageSize } = usage.parse(await ask('Runtime.getHeapUsage'));
    return usedSize + backingStorageSize;
  };
};

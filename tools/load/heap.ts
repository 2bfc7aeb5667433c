import { once } from 'node:events';
import * as z from 'zod';

const usage = z.object({
  result: z.object({ usedSize: z.number(), backingStorageSize: z.number() }),
});

/**
 * Connects to a process by the address that it printed ("Debugger listening on ws://…"). Each call of the result collects
 * the garbage there, and returns the bytes that are still used: the heap with its buffers.
 */
export const connectHeap = async (address: string): Promise<() => Promise<number>> => {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  // One after the other: it sends nothing but answers.
  const ask = async (method: string): Promise<unknown> => {
    socket.send(JSON.stringify({ id: 1, method }));
    const [{ data }] = await once(socket, 'message');
    return JSON.parse(String(data));
  };
  return async () => {
    await ask('HeapProfiler.collectGarbage');
    const { result } = usage.parse(await ask('Runtime.getHeapUsage'));
    return result.usedSize + result.backingStorageSize;
  };
};

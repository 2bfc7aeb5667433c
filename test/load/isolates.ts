import { once } from 'node:events';
import * as z from 'zod';

/** What a process uses, in bytes, after its garbage is collected. */
export interface Memory {
  /** The process's memory as the operating system counts it: code, heaps, buffers and what LevelDB maps. */
  readonly resident: number;
  /** The used part of each heap, with its buffers: the main thread's, and each instance's. */
  readonly heaps: ReadonlyMap<string, number>;
}

/** Reads the memory of a process that was started with `--inspect`. */
export interface MemoryReader {
  readonly read: () => Promise<Memory>;
  readonly close: () => void;
}

const heapUsage = z.object({ usedSize: z.number(), backingStorageSize: z.number() });
const evaluated = z.object({ result: z.object({ value: z.number() }) });
const attached = z.object({ sessionId: z.string() });
const forwarded = z.object({ sessionId: z.string(), message: z.string() });
const message = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
});

/**
 * Connects to a process by the address that it printed ("Debugger listening on ws://…"), and through
 * it to each of its worker threads.
 */
export const connectMemoryReader = async (address: string): Promise<MemoryReader> => {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  let count = 0;
  const waiting = new Map<number, (result: unknown) => void>();
  const workers = new Set<string>();

  const receive = (text: string): void => {
    const { id, method, params, result } = message.parse(JSON.parse(text));
    if (id !== undefined) waiting.get(id)?.(result);
    if (method === 'NodeWorker.attachedToWorker') workers.add(attached.parse(params).sessionId);
    if (method === 'NodeWorker.detachedFromWorker')
      workers.delete(attached.parse(params).sessionId);
    if (method === 'NodeWorker.receivedMessageFromWorker') receive(forwarded.parse(params).message);
  };
  socket.addEventListener('message', ({ data }) => receive(String(data)));

  /** Asks the main thread, or a worker: ids are unique over all of them. */
  const ask = async (worker: string | undefined, method: string, params = {}): Promise<unknown> => {
    count += 1;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const id = count;
    waiting.set(id, resolve);
    const text = JSON.stringify({ id, method, params });
    if (worker === undefined) socket.send(text);
    else
      void ask(undefined, 'NodeWorker.sendMessageToWorker', { sessionId: worker, message: text });
    const result = await promise;
    waiting.delete(id);
    return result;
  };

  const used = async (worker?: string): Promise<number> => {
    await ask(worker, 'HeapProfiler.collectGarbage');
    const usage = heapUsage.parse(await ask(worker, 'Runtime.getHeapUsage'));
    return usage.usedSize + usage.backingStorageSize;
  };

  await ask(undefined, 'NodeWorker.enable', { waitForDebuggerOnStart: false });
  return {
    read: async () => {
      const heaps = new Map([['main', await used()]]);
      for (const worker of workers) heaps.set(worker, await used(worker));
      const { result } = evaluated.parse(
        await ask(undefined, 'Runtime.evaluate', { expression: 'process.memoryUsage.rss()' }),
      );
      return { resident: result.value, heaps };
    },
    close: () => socket.close(),
  };
};

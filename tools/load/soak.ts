import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { program } from '@commander-js/extra-typings';
import * as z from 'zod';
import { wholeNumber } from '../whole-number.ts';
import { runK6, warmUpWithK6 } from './k6.ts';
import { startLocalTarget } from './local-target.ts';

/** A program: has k6 send many requests to a local server, and fails unless its memory stays flat. */

const { requests, rate } = program
  .name('npx node tools/load/soak.ts')
  .description('Sends many requests to its own local server: fails if its memory grows.')
  .option('--requests <number>', 'how many', wholeNumber(1000, 10_000_000), 100_000)
  .option('--rate <number>', 'requests a second', wholeNumber(1, 500), 90)
  .parse()
  .opts();

/** The most that memory may grow from the second tenth of the run to the last one. */
const TOLERATED = { share: 0.1, bytes: 10 * 2 ** 20 };

const usage = z.object({
  result: z.object({ usedSize: z.number(), backingStorageSize: z.number() }),
});

/**
 * Connects to a process by the address that it printed ("Debugger listening on ws://…"). Each call of the result collects
 * the garbage there, and returns the bytes that are still used: the heap with its buffers.
 */
const connectHeap = async (address: string): Promise<() => Promise<number>> => {
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

const target = await startLocalTarget({ NODE_OPTIONS: '--inspect=127.0.0.1:0' });
const [, address = ''] = /Debugger listening on (ws:\S+)/.exec(target.output()) ?? [];
const usedBytes = await connectHeap(address);

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

const read = async (when: string): Promise<number> => {
  const used = await usedBytes();
  console.log(`${when}: ${megabytes(used)} used`);
  return used;
};

await read('Before');
await warmUpWithK6({ ...target, rate, duration: 5, clients: rate });
const duration = Math.ceil(requests / rate);
const start = performance.now();
const ended = new AbortController();
const load = runK6({ ...target, rate, duration, clients: 4 * rate }, ['--quiet']).finally(() =>
  ended.abort(),
);

const readAt = async (percent: number): Promise<number> => {
  const due = start + duration * 10 * percent;
  await setTimeout(due - performance.now(), undefined, ended);
  return read(`${percent} %`);
};
// The lowest reading of each tenth counts: requests under way add to the others.
const early = Math.min(await readAt(11), await readAt(16));
await readAt(50);
const late = Math.min(await readAt(91), await readAt(96));

const status = await load;
await read('After');
const flat = late <= early * (1 + TOLERATED.share) + TOLERATED.bytes;
console.log(
  `${megabytes(early)} in the second tenth, ${megabytes(late)} in the last: memory ${flat ? 'is flat' : 'grows'}.`,
);
process.exit(status || (flat ? 0 : 1));

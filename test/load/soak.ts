import { setTimeout } from 'node:timers/promises';
import { program } from 'commander';
import { connectMemoryReader, type Memory } from './isolates.ts';
import { runK6, warmUpWithK6 } from './k6.ts';
import { startLocalTarget } from './local-target.ts';
import { wholeNumber } from './whole-number.ts';

/** A program: has k6 send many requests to a local server, and fails unless its memory stays flat. */

const { requests, rate } = program
  .name('node test/load/soak.ts')
  .description('Sends many requests to its own local server: fails if its memory grows.')
  .option('--requests <number>', 'how many', wholeNumber(1000, 10_000_000), 100_000)
  .option('--rate <number>', 'requests a second', wholeNumber(1, 500), 90)
  .parse()
  .opts<{ requests: number; rate: number }>();

/** The most that memory may grow from the second tenth of the run to the last one. */
const TOLERATED = { share: 0.1, bytes: 10 * 2 ** 20 };

const target = await startLocalTarget({ NODE_OPTIONS: '--inspect=127.0.0.1:0' });
const [, address = ''] = /Debugger listening on (ws:\S+)/.exec(target.output()) ?? [];
const reader = await connectMemoryReader(address);

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

/** The used memory of the heaps in an earlier reading: later instances are not a leak. */
const used = ({ heaps }: Memory, earlier: Memory): number =>
  [...earlier.heaps.keys()].reduce((sum, heap) => sum + (heaps.get(heap) ?? 0), 0);

const read = async (when: string): Promise<Memory> => {
  const memory = await reader.read();
  const { heaps, resident } = memory;
  console.log(
    `${when}: ${megabytes(used(memory, memory))} used of ${heaps.size} heaps, ${megabytes(resident)} resident`,
  );
  return memory;
};

await read('Before');
await warmUpWithK6({ ...target, rate, duration: 5, clients: rate });
const duration = Math.ceil(requests / rate);
const start = performance.now();
const ended = new AbortController();
const load = runK6({ ...target, rate, duration, clients: 4 * rate }, ['--quiet']).finally(() =>
  ended.abort(),
);

const readAt = async (percent: number): Promise<Memory> => {
  const due = start + duration * 10 * percent;
  await setTimeout(due - performance.now(), undefined, ended);
  return read(`${percent} %`);
};
const first = await readAt(11);
// The lowest reading of each tenth counts: requests under way add to the others.
const early = Math.min(used(first, first), used(await readAt(16), first));
await readAt(50);
const late = Math.min(used(await readAt(91), first), used(await readAt(96), first));

const status = await load;
await read('After');
const flat = late <= early * (1 + TOLERATED.share) + TOLERATED.bytes;
console.log(
  `${megabytes(early)} in the second tenth, ${megabytes(late)} in the last: memory ${flat ? 'is flat' : 'grows'}.`,
);
process.exit(status || (flat ? 0 : 1));

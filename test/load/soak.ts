import { Command } from 'commander';
import { connectMemoryReader, type Memory } from './isolates.ts';
import { toText } from './report.ts';
import { runLoad } from './run-load.ts';
import { startLocalTarget } from './target.ts';
import { wholeNumber } from './whole-number.ts';

/**
 * A program: sends a hundred thousand requests to a local server, and fails unless its memory stays
 * flat. Many accounts send them, as each has a limit of its own.
 */

const program = new Command('npm run soak --')
  .description('Sends many requests to a local server of its own: fails if its memory grows.')
  .option('--requests <number>', 'how many', wholeNumber(1000, 10_000_000), 100_000)
  .option('--rate <number>', 'requests a second', wholeNumber(1, 5000), 400)
  .allowExcessArguments(false)
  // 1 is for what the load found.
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse();
const { requests, rate } = program.opts<{ requests: number; rate: number }>();

const ACCOUNTS = 10;
const CONNECTIONS = 40;
/** Times that memory is read. */
const READINGS = 20;

/** Flat is: no more in the last tenth of the run than in the second one, but for so much. */
const TOLERATED = { share: 0.1, bytes: 10 * 2 ** 20 };

const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
console.error('Starting a local server ...');
const target = await startLocalTarget(ACCOUNTS, { NODE_OPTIONS: '--inspect=127.0.0.1:0' });
const [, address = ''] = /Debugger listening on (ws:\S+)/.exec(target.output()) ?? [];
const reader = await connectMemoryReader(address);

const readings: Memory[] = [];
const read = async (answers: number): Promise<void> => {
  const memory = await reader.read();
  readings.push(memory);
  const { used, heaps, resident } = memory;
  console.error(
    `${answers} answers: ${megabytes(used)} MB used of ${heaps} heaps, ${megabytes(resident)} MB resident`,
  );
};

/** The least of the second tenth and of the last: requests that are under way come on top. */
const trend = (of: 'resident' | 'used') => {
  const tenth = readings.length / 10;
  const during = (from: number, to: number) =>
    Math.min(...readings.slice(from * tenth, to * tenth).map((memory) => memory[of]));
  return { early: during(1, 2), late: during(9, 10) };
};

const isFlat = ({ early, late }: ReturnType<typeof trend>): boolean =>
  late <= early * (1 + TOLERATED.share) + TOLERATED.bytes;

try {
  await read(0);
  readings.length = 0;
  const result = await runLoad({
    target,
    rate,
    connections: CONNECTIONS,
    requests,
    onAnswer: async ({ together }) => {
      if (together.requests % Math.floor(requests / READINGS) === 0) await read(together.requests);
    },
  });
  console.log(`${toText(result)}\n`);
  const used = trend('used');
  for (const [what, { early, late }] of Object.entries({ used, resident: trend('resident') })) {
    console.log(
      `${what}: ${megabytes(early)} MB in the second tenth, ${megabytes(late)} MB in the last`,
    );
  }
  console.log(isFlat(used) ? 'Memory is flat.' : 'Memory grows.');
  process.exitCode = isFlat(used) && result.together.unexpected === 0 ? 0 : 1;
} finally {
  reader.close();
  await target.close();
}

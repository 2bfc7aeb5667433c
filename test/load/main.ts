import { Command, InvalidArgumentError } from 'commander';
import { toJson, toText } from './report.ts';
import { type LoadResult, runLoad } from './run-load.ts';
import { startLocalTarget, type Target } from './target.ts';
import { wholeNumber } from './whole-number.ts';

/** A program: sends a mixed load to a service, and reports how it was answered. */

const url = (text: string): string => {
  if (!/^https?:/.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError('It is a URL such as https://api.petstore.example/v1.');
  }
  return text.replace(/\/$/, '');
};

const program = new Command('npm run load --')
  .description('Sends a mixed load, and reports rates, latencies and errors.')
  .option('--base-url <url>', 'base address of the pets (default: a local server of its own)', url)
  .option('--quickstart-url <url>', 'base address of the quickstart', url)
  .option('--rate <number>', 'requests a second', wholeNumber(1, 5000), 50)
  .option('--duration <seconds>', 'how long they are sent', wholeNumber(1, 86_400), 30)
  .option('--warm-up <seconds>', 'how long before, not reported', wholeNumber(0, 3600), 5)
  .option('--connections <number>', 'requests under way at once, at most', wholeNumber(1, 1000), 20)
  .option('--json', 'report as JSON')
  .addHelpText(
    'after',
    `
Environment:
  API_KEY  the key for --base-url, or several, with commas between, used in turn

The load is 60% listPets, 25% getPet, 10% createPet and 5% createMessage. What it creates stays.
It ends with status 1 if an answer was neither as expected nor a 429.`,
  )
  .allowExcessArguments(false)
  // 1 is for what the load found.
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse();
const options = program.opts<{
  baseUrl?: string;
  quickstartUrl?: string;
  rate: number;
  duration: number;
  warmUp: number;
  connections: number;
  json?: true;
}>();

const fail = (message: string): never => program.error(`pet-store: ${message}`, { exitCode: 2 });

/** The service that the options name; undefined if they name none. */
const namedTarget = (): Target | undefined => {
  const { baseUrl, quickstartUrl } = options;
  if (baseUrl === undefined && quickstartUrl === undefined) return undefined;
  if (baseUrl === undefined || quickstartUrl === undefined) {
    return fail('--base-url and --quickstart-url belong together.');
  }
  const [first, ...others] = (process.env['API_KEY'] ?? '').split(',').filter(Boolean);
  if (first === undefined) return fail('The environment variable API_KEY must hold a key.');
  const apiKeys: Target['apiKeys'] = [first, ...others];
  if (apiKeys.some((key) => key.startsWith('pet_live_'))) {
    return fail('These keys are of production, where a load would leave its pets for good.');
  }
  return { baseUrl, quickstartUrl, apiKeys };
};

/** Says on standard error how far it is, every five seconds. */
const createProgress = () => {
  let said = 0;
  return ({ seconds, together }: LoadResult): void => {
    if (seconds < said + 5) return;
    said = seconds;
    const { requests, limited, unexpected, latency } = together;
    console.error(
      `${Math.round(seconds)} s: ${requests} answers, p99 ${latency?.p99 ?? '-'} ms, ${limited} times 429, ${unexpected} unexpected`,
    );
  };
};

const named = namedTarget();
if (named === undefined) console.error('Starting a local server ...');
const local = named === undefined ? await startLocalTarget(1) : undefined;
const target = named ?? local;
if (target === undefined) throw new Error('There is no target');
try {
  const { rate, duration, warmUp, connections } = options;
  const load = { target, rate, connections };
  console.error(
    `${rate} requests a second for ${duration} s, after ${warmUp} s, to ${target.baseUrl}`,
  );
  const before = await runLoad({ ...load, requests: rate * warmUp });
  if (before.together.unexpected > 0) console.error(`Before that:\n${toText(before)}`);
  const result = await runLoad({
    ...load,
    requests: rate * duration,
    seconds: duration,
    onAnswer: createProgress(),
  });
  console.log(options.json ? toJson(result) : toText(result));
  const unsent = rate * duration - result.together.requests;
  if (unsent > 0) {
    console.error(`${unsent} were not sent in time, as every connection waited for an answer.`);
  }
  process.exitCode = before.together.unexpected + result.together.unexpected > 0 ? 1 : 0;
} finally {
  await local?.close();
}

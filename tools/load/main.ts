import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { wholeNumber } from '../whole-number.ts';
import { runK6, warmUpWithK6 } from './k6.ts';
import { startLocalTarget } from './local-target.ts';

/** A program: has k6 send a mixed load to a service. */

const url = (text: string): string => {
  if (!/^https?:/.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError('It is a URL such as https://api.petstore.example/v1.');
  }
  return text.replace(/\/$/, '');
};

const program = new Command('npm run load --')
  .description('Sends a mixed load with k6, which reports rates, latencies and errors.')
  .argument('[k6-options...]', 'after another --, such as -- --summary-export=result.json')
  .option('--base-url <url>', 'base address of the pets (default: its own local server)', url)
  .option('--quickstart-url <url>', 'base address of the quickstart', url)
  .option('--rate <number>', 'requests a second', wholeNumber(1, 1000), 50)
  .option('--duration <seconds>', 'how long they are sent', wholeNumber(1, 86_400), 30)
  .option('--warm-up <seconds>', 'the load before, which is not reported', wholeNumber(0, 3600), 5)
  .addHelpText(
    'after',
    `
Environment:
  API_KEY  the key for --base-url, or several, with commas between, used in turn

Of a hundred requests 60 are listPets, 25 getPet, 10 createPet and 5 createMessage; the examples of all
other operations come on top, five times each, but not those on webhooks and keys. What it creates stays.
It ends with status 99 if an answer was neither as expected nor a 429, or if not all was sent in time.`,
  )
  .parse();
const { baseUrl, quickstartUrl, rate, duration, warmUp } = program.opts();

/** The service that the options name; undefined if they name none. */
const namedTarget = () => {
  if (baseUrl === undefined && quickstartUrl === undefined) return undefined;
  if (baseUrl === undefined || quickstartUrl === undefined) {
    return program.error('pet-store: --base-url and --quickstart-url belong together.');
  }
  const apiKey = process.env['API_KEY'] ?? '';
  if (apiKey === '') program.error('pet-store: The environment variable API_KEY must hold a key.');
  if (apiKey.includes('pet_live_')) {
    program.error('pet-store: This key is of production, where a load would stay for good.');
  }
  return { baseUrl, quickstartUrl, apiKey };
};

const target = namedTarget() ?? (await startLocalTarget());
console.log(`${rate} requests a second for ${duration} s, after ${warmUp} s, to ${target.baseUrl}`);
const load = { ...target, rate, clients: rate };
if (warmUp > 0) await warmUpWithK6({ ...load, duration: warmUp });
process.exit(await runK6({ ...load, duration }, program.args));

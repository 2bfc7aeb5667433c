import '../command-line/preload.js';
import { once } from 'node:events';
import { inspect } from 'node:util';
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { dataDirOption } from '../command-line/data-dir-option.ts';
import { firstLine, StartupError } from '../command-line/errors.ts';
import { endWithParent } from './end-with-parent.ts';
import type { LocalService } from './local-service.ts';

const parsePort = (text: string): number => {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65535) {
    throw new InvalidArgumentError('It is a whole number from 0 (any free port) to 65535.');
  }
  return port;
};

const isDevelopment = process.env['npm_lifecycle_event'] === 'dev';
const program = new Command(isDevelopment ? 'npm run dev --' : 'npm start --')
  .description(
    `Serves the service on this machine${isDevelopment ? ', and starts it again when a source is saved' : ''}.`,
  )
  .option('--port <number>', 'port of the pet operations', parsePort, 3000)
  .option('--quickstart-port <number>', 'port of the quickstart (default: the next one)', parsePort)
  .addOption(dataDirOption('where data and the API key are kept'))
  .addHelpText(
    'after',
    `
Environment:
  AWS_ENDPOINT_URL_DYNAMODB  the address of a DynamoDB engine to use instead of the embedded one`,
  )
  .parse();
const { port, quickstartPort = port === 0 ? 0 : port + 1, dataDir } = program.opts();

const fail = (error: unknown): never => {
  console.error(`pet-store: ${firstLine(error)}`);
  if (!(error instanceof StartupError) && error instanceof Error) console.error(error.stack);
  process.exit(1);
};

/** The text that a start prints: addresses, the key, and, unless it is `npm run dev`, calls to paste in this order. */
const welcome = ({ baseUrls, apiKey, storage }: LocalService): string => {
  const { pets, quickstart } = baseUrls;
  const json = `-H 'Content-Type: application/json' -d`;
  const call = (rest: string) => `  curl -i -H 'Authorization: Bearer ${apiKey}' ${rest}`;
  const calls = `A first call, to the quickstart:

${call(`${json} '{"message":"Hello"}' ${quickstart}/messages`)}

Then put a pet up for adoption, list pets, and get the first one:

${call(`${json} '{"name":"Rex","categoryId":1}' ${pets}/pets`)}

${call(`'${pets}/pets?status=available&limit=5'`)}

${call(`'${pets}/pets?ids=1'`)}

`;
  return `
Pet Store is running.

  Base address  ${pets}
  Quickstart    ${quickstart}
  API key       ${apiKey}
  Storage       ${storage}
  Reference     ${new URL('/', pets)} (try each operation in a browser)

${isDevelopment ? '' : calls}Ctrl-C stops it. One line for each request follows, and what functions log, as they do at AWS.
`;
};

/** Once it serves, it survives a function's stray error, as Lambda's next instance would. Without its engine it cannot. */
let log: LocalService['log'] | undefined;
process.on('uncaughtException', (error) => {
  if (log === undefined || error instanceof StartupError) fail(error);
  else log(`Runtime exited with ${inspect(error)}`);
});
try {
  endWithParent();
  console.error('Opening the tables ...');
  // Imported late: --help and a wrong option take half the time without it.
  const { startLocalService } = await import('./local-service.ts');
  const service = await startLocalService({
    ports: { pets: port, quickstart: quickstartPort },
    dataDir,
    dynamodbEndpoint: process.env['AWS_ENDPOINT_URL_DYNAMODB'],
  });
  const stop = Promise.race(['SIGHUP', 'SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
  log = service.log;
  console.log(welcome(service));
  await stop;
  await service.close();
  process.exit(0);
} catch (error) {
  fail(error);
}

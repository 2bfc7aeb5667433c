import { url as inspectorUrl } from 'node:inspector';
import { setFlagsFromString } from 'node:v8';
import { Command, InvalidArgumentError } from 'commander';
import { dataDirOption } from '../command-line/data-dir-option.ts';
import { firstLine } from '../command-line/first-line.ts';
import { endWithNpm } from './end-with-npm.ts';
import { welcome } from './welcome.ts';

const parsePort = (text: string): number => {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65535) {
    throw new InvalidArgumentError('It is a whole number from 0 (any free port) to 65535.');
  }
  return port;
};

const isDevelopment = process.env['npm_lifecycle_event'] === 'dev';
const program = new Command(isDevelopment ? 'npm run dev --' : 'npm start --')
  .description('Serves the staging stack on this machine, as cdk synth made it.')
  .option('--port <number>', 'port of the pet operations', parsePort, 3000)
  .option('--quickstart-port <number>', 'port of the quickstart (default: the next one)', parsePort)
  .addOption(dataDirOption('where data and the API key are kept'))
  .option('--watch', 'take in changes of the code as they are saved, as npm run dev does')
  .addHelpText(
    'after',
    `
Environment:
  AWS_ENDPOINT_URL_DYNAMODB  the address of a DynamoDB engine to use instead of the embedded one`,
  )
  .allowExcessArguments(false)
  .parse();
const options = program.opts<{
  port: number;
  quickstartPort?: number;
  dataDir: string;
  watch?: true;
}>();
const nextPort = options.port === 0 ? 0 : options.port + 1;

const fail = async (error: unknown): Promise<never> => {
  console.error(`pet-store: ${firstLine(error)}`);
  const { StartupError } = await import('local-aws');
  if (!(error instanceof StartupError) && error instanceof Error) console.error(error.stack);
  process.exit(1);
};

/** How long the end may take while an inspector is open, in ms. */
const END_LIMIT_MS = 3000;

/** Node ends no thread that a debugger left at a breakpoint (nodejs/node issue 37614). Stored data stays whole. */
const killSelf = (): void => {
  console.error(
    'The server does not end, so it is killed: a debugger may have stopped a function.',
  );
  process.kill(process.pid, 'SIGKILL');
};

process.on('uncaughtException', fail);
try {
  // Instances of functions are threads: each takes 14 MB instead of 20.
  setFlagsFromString('--optimize-for-size');
  endWithNpm();
  console.error('Synthesizing the staging stack and opening its tables ...');
  // Imported late: --help and a wrong option take half the time without it.
  const { startLocalService } = await import('./local-service.ts');
  const development =
    options.watch && (await (await import('./develop.ts')).openDevelopment(console.log));
  const service = await startLocalService({
    ports: { pets: options.port, quickstart: options.quickstartPort ?? nextPort },
    dataDir: options.dataDir,
    dynamodbEndpoint: process.env['AWS_ENDPOINT_URL_DYNAMODB'],
  });
  let closed: Promise<unknown> | undefined;
  const stop = async (): Promise<void> => {
    closed ??= Promise.all([service.close(), development?.close()]);
    if (inspectorUrl() !== undefined) setTimeout(killSelf, END_LIMIT_MS);
    await closed;
    process.exit(0);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  console.log(welcome(service));
  await development?.follow(service);
} catch (error) {
  await fail(error);
}

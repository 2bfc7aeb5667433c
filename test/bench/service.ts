import { join } from 'node:path';
import { synthesize } from '../../infra/local/synthesize.ts';
import { buildRecordUse } from '../../lib/accounts/record-use.ts';
import { LOOPBACK_TARGETS_ENV } from '../../lib/env.ts';
import { deployedFunctions, runFunctions } from '../support/deployed-functions.ts';
import { openEngine } from '../support/engine.ts';
import { startInvokedFunctions } from '../support/invoked-functions.ts';
import { issueTestKey, openTestStage } from '../support/test-stage.ts';
import { startTlsFront } from '../support/tls-front.ts';
import { startReceiver } from '../support/webhook-receiver.ts';
import { OTHER_JOBS } from './jobs.ts';
import { buildPrepare, type Prepare } from './prepare.ts';

/** The environment of every measured process. */
export interface Surroundings {
  readonly engine: string;
  /** The engine's address without TLS. */
  readonly storage: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly prepare: Prepare;
  /** How many requests functions have sent to other functions, and to receivers of webhooks. */
  readonly sent: () => { readonly invocations: number; readonly deliveries: number };
}

/** How often each job is prepared at first: lists then have more than a page, and pages do not grow. */
const PREPARED = 21;

/** Opens the tables with full pages and a key, over TLS, and Lambda's environment of a function. */
export const openSurroundings = async (folder: string): Promise<Surroundings> => {
  process.env['TEST_ASSEMBLY'] = join(folder, 'assembly');
  await synthesize(join(folder, 'assembly'));
  const engine = await openEngine();
  const { endpoint, certificate } = await startTlsFront(engine.endpoint);
  const lambda = await startInvokedFunctions();
  const receiver = await startReceiver();
  const { apiKey, key } = await issueTestKey(openTestStage(engine));
  // As for every request of an hour but the first.
  await buildRecordUse(engine.client, engine.tables.apiKeys)(key, new Date());

  const functions = await runFunctions(engine);
  const receiverFront = await startTlsFront(new URL(receiver.url).origin);
  const prepare = buildPrepare({
    engine,
    functions,
    apiKey,
    receiver: `${receiverFront.endpoint}/hook`,
  });
  for (let count = 0; count < PREPARED; count += 1) {
    // Records become the events of the log.
    const recorded = await functions.invoke('recordEvents', await prepare('recordEvents'));
    if (recorded.kind !== 'success') throw new Error(`recordEvents: ${JSON.stringify(recorded)}`);
    for (const job of OTHER_JOBS) await prepare(job);
  }

  const { accessKeyId } = await engine.client.config.credentials();
  return {
    engine: process.env['AWS_ENDPOINT_URL_DYNAMODB'] ? 'DynamoDB Local' : 'the embedded engine',
    storage: engine.endpoint,
    environment: {
      // Every function's own variables: they name the tables.
      ...Object.assign({}, ...deployedFunctions().map((one) => one.environment)),
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_SESSION_TOKEN: 'local',
      AWS_REGION: 'us-east-1',
      AWS_DEFAULT_REGION: 'us-east-1',
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_LAMBDA_FUNCTION_NAME: 'bench',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1024',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      _X_AMZN_TRACE_ID: 'Root=1-67891233-abcdef012345678912345678;Sampled=0',
      TZ: ':UTC',
      // There is no home folder, so the SDK finds no files there, as on Lambda.
      HOME: join(folder, 'nobody'),
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      AWS_ENDPOINT_URL_LAMBDA: (await startTlsFront(lambda.endpoint)).endpoint,
      NODE_EXTRA_CA_CERTS: certificate,
      [LOOPBACK_TARGETS_ENV]: 'allowed',
    },
    prepare,
    sent: () => ({
      invocations: lambda.invoked.length,
      deliveries: receiver.received.length,
    }),
  };
};

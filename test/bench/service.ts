import { join } from 'node:path';
import { synthesize } from '../../infra/local/synthesize.ts';
import { buildRecordUse } from '../../lib/accounts/record-use.ts';
import { deployedFunctions, runFunctions } from '../support/deployed-functions.ts';
import { openEngine } from '../support/engine.ts';
import { eventOf, prepareExample } from '../support/examples.ts';
import { issueTestKey, openTestStage } from '../support/test-stage.ts';
import { startTlsFront } from '../support/tls-front.ts';
import { exampleOf, OTHER_JOBS } from './jobs.ts';

/** The environment of every measured process. */
export interface Surroundings {
  readonly engine: string;
  /** The engine's address without TLS. */
  readonly storage: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Stores the data for one request of a job, and gives the request's event. */
  readonly prepare: (job: string) => Promise<unknown>;
}

/** The headers of a request as API Gateway's REST APIs hand them on. */
const HEADERS = {
  Accept: '*/*',
  'Accept-Encoding': 'gzip, deflate, br',
  Host: 'api.example.com',
  'User-Agent': 'curl/8.5.0',
  'X-Amzn-Trace-Id': 'Root=1-67891233-abcdef012345678912345678',
  'X-Forwarded-For': '203.0.113.7',
  'X-Forwarded-Port': '443',
  'X-Forwarded-Proto': 'https',
};

/** How often each job is prepared at first: lists then have more than a page, and pages do not grow. */
const PREPARED = 21;

/** Opens the tables with full pages and a key, over TLS, and Lambda's environment of a function. */
export const openSurroundings = async (folder: string): Promise<Surroundings> => {
  process.env['TEST_ASSEMBLY'] = join(folder, 'assembly');
  await synthesize(join(folder, 'assembly'));
  const engine = await openEngine();
  const { endpoint, certificate } = await startTlsFront(engine.endpoint);
  const { apiKey, key } = await issueTestKey(openTestStage(engine));
  // As for every request of an hour but the first.
  await buildRecordUse(engine.client, engine.tables.apiKeys)(key, new Date());

  const functions = await runFunctions(engine);
  const prepare = async (job: string): Promise<unknown> => {
    const named = exampleOf(job);
    if (named === undefined) {
      return {
        type: 'TOKEN',
        authorizationToken: `Bearer ${apiKey}`,
        methodArn: 'arn:aws:execute-api:us-east-1:000000000000:abc/v1/GET/pets',
      };
    }
    const request = await prepareExample(named, functions.send);
    // Nothing else uses one.
    const { 'Idempotency-Key': _key, ...headers } = request.headers;
    return eventOf({ ...request, headers: { ...HEADERS, ...headers } });
  };
  for (let count = 0; count < PREPARED; count += 1) {
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
      NODE_EXTRA_CA_CERTS: certificate,
    },
    prepare,
  };
};

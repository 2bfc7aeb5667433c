import { setTimeout } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { openDeployedStage } from '../operator/deployed-stage.ts';
import { baseUrlOutput } from '../stacks/output-names.ts';
import type { Stage } from '../stacks/stages.ts';
import { runEndToEnd } from './end-to-end.ts';
import { ask, inShort, type Service } from './facts/ask.ts';
import { FACTS } from './facts/facts.ts';
import { STREAM_FACT } from './facts/streams.ts';
import { type Finding, lookAt } from './finding.ts';
import { type Deployment, openDeployment } from './settings/deployment.ts';
import { settingsOf } from './settings/settings.ts';
import { withTestAccount } from './test-account.ts';
import { withoutTestPets } from './test-pets.ts';

export interface VerifyOptions {
  readonly stage: Stage;
  /**
   * Whether to read settings only, and to ask nothing over HTTP.
   * @default false
   */
  readonly settings?: true | undefined;
  /** A key of production, which gets none made for it; without one nothing is asked over HTTP there. */
  readonly apiKey: string | undefined;
  /** Where the APIs answer. @default what the outputs of the stack name */
  readonly baseUrl?: string | undefined;
  readonly quickstartUrl?: string | undefined;
  /** Ends it; what was made is removed all the same. */
  readonly signal: AbortSignal;
  /** Runs one step of it, and shows that. */
  readonly step: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;
}

type Addresses = Pick<Service, 'baseUrl'> & { readonly quickstartUrl: string };

/** How long API Gateway may take to know a new account, in ms. */
const KEY_DELAY = 60_000;

/**
 * Compares a deployed stage with what is believed of AWS and of the stage. It makes an account, keys and
 * pets for that and removes them; of production it only reads.
 * @throws the errors of the AWS SDK and of storage, and of the signal
 */
export const verifyStage = async (options: VerifyOptions): Promise<readonly Finding[]> => {
  const { stage, step } = options;
  const deployment = await openDeployment(stage);
  try {
    const { config, output } = deployment;
    const addresses = {
      baseUrl: options.baseUrl ?? output(baseUrlOutput('pets')),
      quickstartUrl: options.quickstartUrl ?? output(baseUrlOutput('quickstart')),
    };
    const findings = await step('Read settings', () =>
      lookAtAll(options.signal, settingsOf(config), (fact) => lookAt('setting', fact, deployment)),
    );
    if (options.settings) return findings;
    const asked =
      stage === 'production'
        ? await askProduction(options, addresses)
        : await askStage(options, deployment, addresses);
    return [...findings, ...asked];
  } finally {
    deployment.close();
  }
};

const askProduction = async (
  { apiKey, signal, step }: VerifyOptions,
  addresses: Addresses,
): Promise<readonly Finding[]> => {
  if (apiKey === undefined) return [];
  const service = { ...addresses, apiKey, readOnlyKey: '' };
  const reading = FACTS.filter(({ needsTestAccount }) => !needsTestAccount);
  const facts = await step('Ask for facts', () =>
    lookAtAll(signal, reading, (fact) => lookAt('behaviour', fact, service)),
  );
  const words = ['e2e/smoke'];
  const tests = await step('Run the smoke test', () => test(service, words, signal));
  return [...facts, ...tests];
};

const askStage = async (
  { stage, signal, step }: VerifyOptions,
  deployment: Deployment,
  addresses: Addresses,
): Promise<readonly Finding[]> => {
  const open = await step('Open accounts and keys', () => openDeployedStage(stage));
  try {
    return await withTestAccount(open, deployment, async (keys) => {
      const service = { ...addresses, ...keys };
      const known = await step('Wait until a new key works', () => waitForKey(service));
      if (!known.agrees) return [known];
      return await withoutTestPets(service, step, async () => {
        const facts = await step('Ask for facts', () =>
          lookAtAll(signal, FACTS, (fact) => lookAt('behaviour', fact, service)),
        );
        // Those of e2e/facts were asked one by one.
        const words = ['--testPathIgnorePatterns', 'e2e/facts'];
        const tests = await step('Run the end-to-end suite', () => test(service, words, signal));
        const stream = await step('Create a table with a stream, and delete it', () =>
          lookAt('behaviour', STREAM_FACT, {
            client: deployment.dynamoDb,
            streams: deployment.streams,
            prefix: deployment.config.stackName,
          }),
        );
        return [known, ...facts, stream, ...tests];
      });
    });
  } finally {
    await open.close();
  }
};

const lookAtAll = async <Each>(
  signal: AbortSignal,
  facts: readonly Each[],
  look: (fact: Each) => Promise<Finding>,
): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  for (const fact of facts) {
    signal.throwIfAborted();
    findings.push(await look(fact));
  }
  return findings;
};

const waitForKey = (service: Service): Promise<Finding> =>
  lookAt(
    'behaviour',
    {
      name: 'A new account’s key works within a minute',
      source:
        'API Gateway Developer Guide, "Usage plans and API keys for REST APIs in API Gateway"',
      expected: '200',
      see: async () => {
        const deadline = Date.now() + KEY_DELAY;
        for (;;) {
          const reply = await ask(service, '/pets?limit=1');
          if (reply.status === 200 || Date.now() > deadline) return inShort(reply);
          await setTimeout(1000);
        }
      },
    },
    service,
  );

/** What a test says in one line, without its colours and where in the code it was. */
const withoutStack = (message: string): string =>
  (stripVTControlCharacters(message).split(/\n +at /, 1)[0] ?? '').replace(/\s+/g, ' ').trim();

/** Runs tests: one finding for all that pass, and one for each that does not. */
const test = async (
  service: Service & Addresses,
  words: readonly string[],
  signal: AbortSignal,
): Promise<readonly Finding[]> => {
  const results = await runEndToEnd(service, { words, signal });
  const failed = results.filter(({ passed }) => !passed);
  const count = results.length - failed.length;
  const all = {
    kind: 'test',
    name: 'Tests of test/e2e pass',
    expected: String(results.length),
    seen: String(count),
    source: 'test/e2e',
    agrees: failed.length === 0,
  } as const;
  return [
    all,
    ...failed.map(
      ({ name, message }): Finding => ({
        kind: 'test',
        name,
        expected: 'passes',
        seen: withoutStack(message),
        source: 'test/e2e',
        agrees: false,
      }),
    ),
  ];
};

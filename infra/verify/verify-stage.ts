import { setTimeout } from 'node:timers/promises';
import { openDeployedStage } from '../operator/deployed-stage.ts';
import { baseUrlOutput } from '../stacks/names.ts';
import type { Stage } from '../stacks/stages.ts';
import { ALARM_SUBSCRIBER } from './alarm-subscriber.ts';
import { type Deployment, openDeployment } from './deployment.ts';
import { findDrift } from './drift.ts';
import { ask, type HttpFact, inShort, type Service } from './facts/ask.ts';
import { FACTS } from './facts/facts.ts';
import { STREAM_FACT } from './facts/streams.ts';
import { type Finding, lookAt } from './finding.ts';
import { withTestAccount } from './test-account.ts';
import { withoutTestPets } from './test-pets.ts';

export interface VerifyOptions {
  readonly stage: Stage;
  /**
   * Whether to skip all requests over HTTP.
   * @default false
   */
  readonly drift?: true | undefined;
  /** A key of production, where verify makes no key of its own. Without it, verify sends no requests there. */
  readonly apiKey: string | undefined;
  /**
   * The base address of the pets.
   * @default the output of the stack
   */
  readonly baseUrl?: string | undefined;
  /** Ends the run. Everything that it made is still removed. */
  readonly signal: AbortSignal;
  /** Runs one step and reports it. */
  readonly step: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;
}

/** How long API Gateway may take to know a new account, in ms. */
const KEY_TIMEOUT_MS = 60_000;

/**
 * Compares a deployed stage with our assumptions about AWS and about the stage. It makes an
 * account, keys and pets for that and removes them; in production it only reads.
 * @throws the errors of the AWS SDK and of storage, and of the signal
 */
export const verifyStage = async (options: VerifyOptions): Promise<readonly Finding[]> => {
  const { stage, step } = options;
  const deployment = await openDeployment(stage);
  try {
    const drift = await step('Compare with what was deployed', () =>
      findDrift(deployment, options.signal),
    );
    const findings = [await lookAt('setting', ALARM_SUBSCRIBER, deployment), ...drift];
    options.signal.throwIfAborted();
    if (options.drift) return findings;
    const baseUrl = options.baseUrl ?? deployment.output(baseUrlOutput('pets'));
    const asked =
      stage === 'production'
        ? await askProduction(options, baseUrl)
        : await askStage(options, deployment, baseUrl);
    return [...findings, ...asked];
  } finally {
    deployment.close();
  }
};

const askProduction = async (
  { apiKey, signal, step }: VerifyOptions,
  baseUrl: string,
): Promise<readonly Finding[]> => {
  if (apiKey === undefined) return [];
  const service = { baseUrl, apiKey, readOnlyKey: '' };
  const reading = FACTS.filter(({ needsTestAccount }) => !needsTestAccount);
  return step('Ask for facts', () => askAll(signal, reading, service));
};

const askStage = async (
  { stage, signal, step }: VerifyOptions,
  deployment: Deployment,
  baseUrl: string,
): Promise<readonly Finding[]> => {
  const open = await step('Open accounts and keys', () => openDeployedStage(stage));
  try {
    return await withTestAccount(open, deployment, async (keys) => {
      const service = { baseUrl, ...keys };
      const known = await step('Wait until a new key works', () => waitForKey(service));
      if (!known.agrees) return [known];
      return await withoutTestPets(service, step, async () => {
        const facts = await step('Ask for facts', () => askAll(signal, FACTS, service));
        const stream = await step('Create a table with a stream, and delete it', () =>
          lookAt('behaviour', STREAM_FACT, {
            client: deployment.dynamoDb,
            streams: deployment.streams,
            prefix: deployment.stackName,
          }),
        );
        return [known, ...facts, stream];
      });
    });
  } finally {
    await open.close();
  }
};

const askAll = async (
  signal: AbortSignal,
  facts: readonly HttpFact[],
  service: Service,
): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  for (const fact of facts) {
    signal.throwIfAborted();
    findings.push(await lookAt('behaviour', fact, service));
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
        const deadline = Date.now() + KEY_TIMEOUT_MS;
        for (;;) {
          const reply = await ask(service, '/pets?limit=1');
          if (reply.status === 200 || Date.now() > deadline) return inShort(reply);
          await setTimeout(1000);
        }
      },
    },
    service,
  );

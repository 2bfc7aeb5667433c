import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { AUTHORIZER_ACCESS } from '../../functions/authorizer/access.ts';
import { CHECK_RELEASE_ACCESS } from '../../functions/check-release/access.ts';
import { DELIVER_WEBHOOK_ACCESS } from '../../functions/deliver-webhook/access.ts';
import { operations } from '../../functions/operations.ts';
import { RECORD_EVENTS_ACCESS } from '../../functions/record-events/access.ts';
import { WAKE_WEBHOOKS_ACCESS } from '../../functions/wake-webhooks/access.ts';
import type { Contract } from '../../lib/http/contract.ts';
import { DELIVER_WEBHOOK_ENV, KEY_PREFIX_ENV } from '../../lib/process/env.ts';
import { TIME_BUDGET } from '../../lib/process/time-budget.ts';
import { BundledFunction, type BundledFunctionProps } from './constructs/bundled-function.ts';
import { operationEnvironment, unmatchedEnvironment } from './function-environment.ts';
import { LIVE } from './names.ts';

export type ServiceFunctions = ReturnType<typeof createFunctions>;

/**
 * Makes a function of every folder in `functions/`.
 * @throws Error if one has no bundle
 */
export const createFunctions = (
  scope: Construct,
  stage: Pick<BundledFunctionProps, 'bundleOf' | 'config' | 'logGroup' | 'tables'>,
) => {
  const create = (
    name: string,
    props: Omit<BundledFunctionProps, keyof typeof stage>,
  ): BundledFunction => new BundledFunction(scope, name, { ...props, ...stage });
  const createOperation = (contract: Contract): BundledFunction =>
    create(contract.operationId, {
      description: `${contract.operationId}: ${contract.summary}`,
      access: contract.access,
      environment: operationEnvironment(contract, stage.config),
    });

  const { deliveries } = stage.config;
  const deliverWebhook = create('deliverWebhook', {
    description: 'Delivers the events of logs to webhooks',
    access: DELIVER_WEBHOOK_ACCESS,
    timeout: Duration.millis(TIME_BUDGET.deliverer),
    // It mostly waits for a receiver, and nobody waits for it.
    memorySize: 256,
    // Node looks up four names at a time by default, and those without an answer would delay the others.
    environment: { UV_THREADPOOL_SIZE: '64' },
    ...(deliveries !== undefined && { reservedConcurrentExecutions: deliveries }),
    withoutDeadLetters: 'The sweep of the next minute invokes it again.',
  });

  return {
    authorizer: create('authorizer', {
      description: 'Tells whose API key a request carries',
      access: AUTHORIZER_ACCESS,
      environment: { [KEY_PREFIX_ENV]: stage.config.keyPrefix },
    }),
    unmatched: create('unmatched', {
      description: 'Answers what no operation takes: 404 and 405',
      environment: unmatchedEnvironment(),
    }),
    recordEvents: create('recordEvents', {
      description: 'Records changes of pets and orders as events',
      access: RECORD_EVENTS_ACCESS,
      withoutDeadLetters: 'What it fails on comes again, and then goes to a queue of its own.',
    }),
    wakeWebhooks: create('wakeWebhooks', {
      description: 'Finds webhooks that have something to do',
      access: WAKE_WEBHOOKS_ACCESS,
      // Without a dependency on the alias, as both wait for the release check.
      environment: { [DELIVER_WEBHOOK_ENV]: `${deliverWebhook.latest.functionName}:${LIVE}` },
      timeout: Duration.millis(TIME_BUDGET.wake),
      withoutDeadLetters: 'What it fails on comes again, and then goes to a queue of its own.',
    }),
    deliverWebhook,
    probe: stage.config.probe
      ? create('probe', {
          description: 'Asks both APIs by their public addresses, with a key that nobody has',
          environment: { [KEY_PREFIX_ENV]: stage.config.keyPrefix },
          withoutDeadLetters:
            'The next minute asks again, and an alarm turns on when nothing does.',
        })
      : undefined,
    checkRelease: create('checkRelease', {
      description: 'Checks each new version before it is in service',
      access: CHECK_RELEASE_ACCESS,
      environment: { [KEY_PREFIX_ENV]: stage.config.keyPrefix },
      // A cold start of each function, five at a time, and 95 s for one that hangs.
      timeout: Duration.minutes(4),
      withoutDeadLetters:
        'CloudFormation waits for its answer, and takes the deployment back without one.',
    }),
    operations: new Map(operations.map((contract) => [contract, createOperation(contract)])),
  };
};

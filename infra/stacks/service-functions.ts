import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { AUTHORIZER_ACCESS } from '../../functions/authorizer/access.ts';
import { DELIVER_WEBHOOK_ACCESS } from '../../functions/deliver-webhook/access.ts';
import { operations } from '../../functions/operations.ts';
import { RECORD_EVENTS_ACCESS, RECORDED_TABLES } from '../../functions/record-events/access.ts';
import { WAKE_WEBHOOKS_ACCESS } from '../../functions/wake-webhooks/access.ts';
import type { Contract } from '../../lib/http/contract.ts';
import { DELIVER_WEBHOOK_ENV, KEY_PREFIX_ENV } from '../../lib/process/env.ts';
import { TIME_BUDGET } from '../../lib/process/time-budget.ts';
import { tableEnv } from '../../lib/storage/tables.ts';
import type { Bundles } from './bundle/bundle.ts';
import { BundledFunction, type BundledFunctionProps } from './constructs/bundled-function.ts';
import type { WatchedFunction } from './constructs/monitoring/watched-function.ts';
import { liveName } from './constructs/webhook-deliveries.ts';
import { operationEnvironment, unmatchedEnvironment } from './function-environment.ts';
import { operationFolder } from './names.ts';

/** Every function of a stage, with what clients notice while it fails. */
export interface ServiceFunctions {
  readonly authorizer: WatchedFunction;
  /** Answers what no operation takes. */
  readonly unmatched: WatchedFunction;
  /** Records what changed: streams of tables invoke it. */
  readonly recordEvents: WatchedFunction;
  /** Finds webhooks that have something to do: streams of tables and a schedule invoke it. */
  readonly wakeWebhooks: WatchedFunction;
  /** Delivers to one webhook: `wakeWebhooks` invokes it. */
  readonly deliverWebhook: WatchedFunction;
  /** Asks the APIs from outside, if the stage has one. */
  readonly probe: BundledFunction | undefined;
  /** Checks new versions of all other functions before they are in service. */
  readonly checkRelease: BundledFunction;
  readonly operations: ReadonlyMap<Contract, WatchedFunction>;
}

/**
 * Makes a function of every folder in `functions/`.
 * @throws Error if one has no bundle
 */
export const createFunctions = (
  scope: Construct,
  bundles: Bundles,
  stage: Pick<BundledFunctionProps, 'config' | 'tables'>,
): ServiceFunctions => {
  const bundled = (
    name: string,
    props: Omit<BundledFunctionProps, 'bundle' | 'config' | 'tables'>,
  ): BundledFunction => {
    const bundle = bundles.get(operationFolder(name));
    if (bundle === undefined)
      throw new Error(`The folder functions/${operationFolder(name)} is missing`);
    return new BundledFunction(scope, name, { ...props, ...stage, bundle });
  };
  const create = (
    name: string,
    effect: string,
    props: Pick<BundledFunctionProps, 'access' | 'description' | 'environment'>,
  ): WatchedFunction => ({ name, effect, function: bundled(name, props) });
  const createOperation = (contract: Contract) => ({
    ...create(contract.operationId, `Clients get 500, 503 or 504 from ${contract.operationId}.`, {
      description: `${contract.operationId}: ${contract.summary}`,
      access: contract.access,
      environment: operationEnvironment(contract),
    }),
    deprecated: contract.deprecation !== undefined,
  });

  const deliverer = bundled('deliverWebhook', {
    description: 'Delivers the events of a log to one webhook',
    access: DELIVER_WEBHOOK_ACCESS,
    timeout: Duration.millis(TIME_BUDGET.deliverer),
    // It mostly waits for a receiver, and nobody waits for it.
    memorySize: 256,
    atOnce: stage.config.deliveries,
    withoutDeadLetters: 'The sweep of the next minute invokes it again.',
  });

  return {
    authorizer: {
      ...create(
        'authorizer',
        'Clients get 503 from every operation, once the gateway has forgotten their key.',
        {
          description: 'Tells whose API key a request carries',
          access: AUTHORIZER_ACCESS,
          environment: { [KEY_PREFIX_ENV]: stage.config.keyPrefix },
        },
      ),
      answersByThrowing: true,
    },
    unmatched: create('unmatched', 'Clients get 5xx where they should get 404 or 405.', {
      description: 'Answers what no operation takes: 404 and 405',
      environment: unmatchedEnvironment(),
    }),
    recordEvents: {
      name: 'recordEvents',
      effect: 'Clients see changes late in GET /events, or not at all.',
      runbook: 'Recording is late',
      function: bundled('recordEvents', {
        description: 'Records changes of pets and orders as events',
        access: RECORD_EVENTS_ACCESS,
        // Records name the table that they come from. It has no right to it.
        environment: Object.fromEntries(
          RECORDED_TABLES.map((name) => [tableEnv(name), stage.tables.get(name).tableName]),
        ),
        withoutDeadLetters: 'What it fails on comes again, and then goes to a queue of its own.',
      }),
    },
    wakeWebhooks: {
      name: 'wakeWebhooks',
      effect: 'Webhooks get new events a minute late or later.',
      runbook: 'Deliveries are late',
      function: bundled('wakeWebhooks', {
        description: 'Finds webhooks that have something to do',
        access: WAKE_WEBHOOKS_ACCESS,
        environment: { [DELIVER_WEBHOOK_ENV]: liveName(deliverer) },
        timeout: Duration.millis(TIME_BUDGET.wake),
        withoutDeadLetters: 'What it fails on comes again, and then goes to a queue of its own.',
      }),
    },
    deliverWebhook: {
      name: 'deliverWebhook',
      effect: 'Some webhooks get nothing, or get the same events again.',
      runbook: 'Deliveries are late',
      function: deliverer,
    },
    probe: stage.config.probe
      ? bundled('probe', {
          description: 'Asks both APIs by their public addresses, with a key that nobody has',
          environment: { [KEY_PREFIX_ENV]: stage.config.keyPrefix },
          withoutDeadLetters:
            'The next minute asks again, and an alarm turns on when nothing does.',
        })
      : undefined,
    checkRelease: bundled('checkRelease', {
      description: 'Checks each new version before it is in service',
      environment: { [KEY_PREFIX_ENV]: stage.config.keyPrefix },
      // All functions in turn, each with a cold start, and again after a pause where one fails.
      timeout: Duration.minutes(2),
      withoutDeadLetters:
        'CloudFormation waits for its answer, and takes the deployment back without one.',
    }),
    operations: new Map(operations.map((contract) => [contract, createOperation(contract)])),
  };
};

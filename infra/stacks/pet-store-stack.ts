import { CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { UsagePlan } from 'aws-cdk-lib/aws-apigateway';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { createMessage, listPets } from '../../functions/index.ts';
import { operations } from '../../functions/operations.ts';
import type { Probe } from '../../functions/probe/handler.ts';
import { Plan, type RequestLimit } from '../../lib/accounts/plan.ts';
import { APIS } from '../../lib/http/contract.ts';
import { PROBES_ENV } from '../../lib/process/env.ts';
import { tableNames } from '../../lib/storage/tables.ts';
import { limitAddresses } from './constructs/address-limit.ts';
import type { BundledFunctionProps } from './constructs/bundled-function.ts';
import { releaseAsCanary } from './constructs/canary-release.ts';
import { invokeEveryMinute, invokeOnChanges, wakeDeliveries } from './constructs/invocations.ts';
import { monitor } from './constructs/monitoring/monitoring.ts';
import { checkReleases } from './constructs/release-check.ts';
import { ServiceApi } from './constructs/rest-api.ts';
import { Tables } from './constructs/tables.ts';
import { sampleTraces } from './constructs/trace-sampling.ts';
import { isExample } from './example-addresses.ts';
import { ALARM_TOPIC_OUTPUT, constructId, planOutput, tableOutput } from './names.ts';
import { createFunctions } from './service-functions.ts';
import type { StageConfig } from './stages.ts';
import { RECORD_EVENTS_SOURCES } from './stream-sources.ts';
import { annotateRemovals } from './sunset-check.ts';

export interface PetStoreStackProps {
  readonly config: StageConfig;
  readonly bundleOf: BundledFunctionProps['bundleOf'];
  /** The date that removal dates are compared with. */
  readonly now: Date;
  /** Operations that may be deployed past their removal date. */
  readonly keepPastRemoval: readonly string[];
}

export class PetStoreStack extends Stack {
  constructor(scope: Construct, { config, bundleOf, now, keepPastRemoval }: PetStoreStackProps) {
    super(scope, config.stackName, {
      description: 'Pet Store: animals that are up for adoption, over HTTP',
      terminationProtection: config.protectData,
    });
    const tables = new Tables(this, 'Tables', config);
    const logGroup = new LogGroup(this, 'FunctionLogs', {
      retention: config.logRetention,
      removalPolicy: RemovalPolicy[config.removalPolicy],
    });
    const stage = { bundleOf, config, logGroup, tables };
    const functions = createFunctions(this, stage);
    const apis = new Map(
      APIS.map((name) => [name, new ServiceApi(this, name, config, functions)] as const),
    );
    if (config.addressLimit !== undefined) limitAddresses(this, apis.values(), config.addressLimit);
    sampleTraces(this);
    for (const plan of Plan.options) {
      const { operations: limited, ...all } = config.throttle.plans[plan];
      // It limits each account separately. Operators' commands put an account's API key of API Gateway on it.
      const { usagePlanId } = new UsagePlan(this, `${constructId(plan)}Accounts`, {
        name: `${config.stackName}-${plan}`,
        description: 'What each account may send to all APIs of the stage together',
        throttle: throttleOf(all),
        apiStages: [...apis.values()].map(({ stage, methods }) => {
          const throttle = [...methods].flatMap(([{ operationId }, method]) => {
            const limit = limited[operationId];
            return limit ? [{ method, throttle: throttleOf(limit) }] : [];
          });
          return { stage, api: stage.restApi, ...(throttle.length > 0 && { throttle }) };
        }),
      });
      new CfnOutput(this, planOutput(plan), { value: usagePlanId });
    }
    const { authorizer, unmatched, deliverWebhook, recordEvents, wakeWebhooks } = functions;
    const unrecorded = invokeOnChanges(this, recordEvents, tables, RECORD_EVENTS_SOURCES);
    const unwoken = wakeDeliveries(this, deliverWebhook, wakeWebhooks, tables);
    const others = [authorizer, unmatched, recordEvents, wakeWebhooks, deliverWebhook];
    const served = [...others, ...functions.operations.values()];
    checkReleases(this, functions.checkRelease, served);
    const monitoring = monitor(this, { ...stage, functions, apis, unrecorded, unwoken });
    if (functions.probe) {
      invokeEveryMinute(this, 'Probe', functions.probe.latest);
      // A cheap request to each API where clients reach it, or where API Gateway serves it as long as the address is an example.
      // Its key was never issued, so nothing is read or written.
      const probes = [createMessage, listPets].map(({ api, method, path }): Probe => {
        const { url } = config.apis[api];
        return { method, url: `${isExample(url) ? apis.get(api)?.baseUrl : url}${path}` };
      });
      functions.probe.latest.addEnvironment(PROBES_ENV, this.toJsonString(probes));
    }
    if (config.release === 'canary') releaseAsCanary(this, served, monitoring.releaseAlarms);

    for (const name of tableNames()) {
      new CfnOutput(this, tableOutput(name), { value: tables.get(name).tableName });
    }
    new CfnOutput(this, ALARM_TOPIC_OUTPUT, { value: monitoring.topic.topicArn });
    annotateRemovals(this, operations, now, keepPastRemoval);
  }
}

const throttleOf = ({ rate, burst }: RequestLimit) => ({ rateLimit: rate, burstLimit: burst });

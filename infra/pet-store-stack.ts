import { Annotations, CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { operations } from '../functions/index.ts';
import { KEY_PREFIX_ENV } from '../lib/env.ts';
import { APIS, type ApiName, type Contract } from '../lib/http/contract.ts';
import { TABLES } from '../lib/tables.ts';
import type { Bundles } from './bundle.ts';
import { BundledFunction, type BundledFunctionProps } from './constructs/bundled-function.ts';
import { CanaryRelease } from './constructs/canary-release.ts';
import { Monitoring, type WatchedFunction } from './constructs/monitoring/monitoring.ts';
import { ServiceApi } from './constructs/rest-api.ts';
import { Tables } from './constructs/tables.ts';
import { baseUrlOutput, capitalise, tableOutput } from './outputs.ts';
import { removalWarning } from './removal-warning.ts';
import type { StageConfig } from './stages.ts';

export interface PetStoreStackProps {
  readonly config: StageConfig;
  readonly bundles: Bundles;
  /** What deprecations are held against. */
  readonly now: Date;
}

/** One stage of the service, whole. */
export class PetStoreStack extends Stack {
  constructor(scope: Construct, { config, bundles, now }: PetStoreStackProps) {
    super(scope, config.stackName, {
      description: 'Pet Store: animals that are up for adoption, over HTTP',
      terminationProtection: config.protectData,
    });
    const tables = new Tables(this, 'Tables', config);

    const createFunction = (
      name: string,
      props: Pick<BundledFunctionProps, 'access' | 'description' | 'environment'>,
    ): BundledFunction => {
      const bundle = bundles.get(kebabCase(name));
      if (bundle === undefined) throw new Error(`There is no folder functions/${kebabCase(name)}`);
      return new BundledFunction(this, name, { ...props, bundle, config, tables });
    };
    const authorizer = createFunction('authorizer', {
      description: 'Tells whose API key a request carries',
      access: [{ table: 'apiKeys', actions: ['GetItem'] }],
      environment: { [KEY_PREFIX_ENV]: config.keyPrefix },
    });
    const unmatched = createFunction('unmatched', {
      description: 'Answers what no operation takes: 404 and 405',
    });
    const functions: WatchedFunction[] = [
      {
        name: 'authorizer',
        function: authorizer,
        effect: 'Clients get 503 from every operation, once the gateway has forgotten their key.',
        answersByThrowing: true,
        deprecated: false,
      },
      {
        name: 'unmatched',
        function: unmatched,
        effect: 'Clients get 5xx where they should get 404 or 405.',
        answersByThrowing: false,
        deprecated: false,
      },
    ];
    const createOperation = (contract: Contract): BundledFunction => {
      const { operationId, summary, access, deprecation } = contract;
      const created = createFunction(operationId, {
        description: `${operationId}: ${summary}`,
        access,
      });
      functions.push({
        name: operationId,
        function: created,
        effect: `Clients get 500, 503 or 504 from ${operationId}.`,
        answersByThrowing: false,
        deprecated: deprecation !== undefined,
      });
      return created;
    };

    const apis = new Map<ApiName, ServiceApi>();
    for (const name of APIS) {
      const served = operations.filter(({ api }) => api === name);
      const api = new ServiceApi(this, `${capitalise(name)}Api`, {
        name: `${config.stackName}-${name}`,
        config,
        operations: new Map(served.map((contract) => [contract, createOperation(contract).live])),
        authorizer: authorizer.live,
        unmatched: unmatched.live,
      });
      apis.set(name, api);
      new CfnOutput(this, baseUrlOutput(name), { value: api.baseUrl });
    }
    const monitoring = new Monitoring(this, 'Monitoring', { config, functions, apis, tables });
    new CfnOutput(this, 'AlarmTopic', { value: monitoring.topic.topicArn });
    if (config.release === 'canary') {
      new CanaryRelease(this, 'Release', { alarms: monitoring.releaseAlarms });
    }
    for (const name of TABLES) {
      new CfnOutput(this, tableOutput(name), { value: tables.byName[name].tableName });
    }

    for (const contract of operations) this.warnOfRemoval(contract, now);
  }

  private warnOfRemoval(contract: Pick<Contract, 'deprecation' | 'operationId'>, now: Date): void {
    const warning = removalWarning(contract, now);
    if (warning) Annotations.of(this).addWarningV2(`removal:${contract.operationId}`, warning);
  }
}

/** The folder of an operation in `functions/`. */
export const kebabCase = (operationId: string): string =>
  operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

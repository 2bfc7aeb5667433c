import { Annotations, CfnOutput, Stack } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { operations } from '../functions/index.ts';
import { KEY_PREFIX_ENV } from '../lib/env.ts';
import { APIS, type Contract } from '../lib/http/contract.ts';
import { TABLES } from '../lib/tables.ts';
import type { Bundles } from './bundle.ts';
import { BundledFunction, type BundledFunctionProps } from './constructs/bundled-function.ts';
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
    ): IFunction => {
      const bundle = bundles.get(kebabCase(name));
      if (bundle === undefined) throw new Error(`There is no folder functions/${kebabCase(name)}`);
      return new BundledFunction(this, name, { ...props, bundle, config, tables }).function;
    };
    const createOperation = ({ operationId, summary, access }: (typeof operations)[number]) =>
      createFunction(operationId, { description: `${operationId}: ${summary}`, access });

    const authorizer = createFunction('authorizer', {
      description: 'Tells whose API key a request carries',
      access: [
        { table: 'apiKeys', actions: ['GetItem'] },
        { table: 'apiKeys', actions: ['UpdateItem'], attributes: ['keyHash', 'lastUsedAt'] },
      ],
      environment: { [KEY_PREFIX_ENV]: config.keyPrefix },
    });
    const unmatched = createFunction('unmatched', {
      description: 'Answers what no operation takes: 404 and 405',
    });
    for (const name of APIS) {
      const served = operations.filter(({ api }) => api === name);
      const api = new ServiceApi(this, `${capitalise(name)}Api`, {
        name: `${config.stackName}-${name}`,
        config,
        operations: new Map(served.map((contract) => [contract, createOperation(contract)])),
        authorizer,
        unmatched,
      });
      new CfnOutput(this, baseUrlOutput(name), { value: api.baseUrl });
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

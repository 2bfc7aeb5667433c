import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  type AddToPrincipalPolicyResult,
  type Conditions,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import {
  type Alias,
  Architecture,
  Code,
  FunctionBase,
  type FunctionOptions,
  type IFunction,
  Function as LambdaFunction,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { TIME_BUDGET } from '../../../lib/process/time-budget.ts';
import { type TableAccess, tableEnv } from '../../../lib/storage/tables.ts';
import { LIVE, operationFolder } from '../names.ts';
import type { StageConfig } from '../stages.ts';
import type { Tables } from './tables.ts';

type OwnOptions = 'environment' | 'memorySize' | 'reservedConcurrentExecutions' | 'timeout';

/** By default it has a whole processor, and the time of TIME_BUDGET.invocation. */
export interface BundledFunctionProps extends Pick<FunctionOptions, OwnOptions> {
  readonly description: string;
  /** The bundle of a folder of `functions/`: a folder, too. */
  readonly bundleOf: (folder: string) => string;
  readonly config: StageConfig;
  readonly tables: Tables;
  /** Takes the lines of all functions of the stage: the names of its streams contain the function's. */
  readonly logGroup: ILogGroup;
  /**
   * The tables it may touch, and how. It gets their names and exactly these rights.
   * @default - no table
   */
  readonly access?: readonly TableAccess[];
  /**
   * Why a failed event does not need a dead-letter queue. It is for functions that no API invokes, which are not traced: X-Ray
   * takes the first of each second, which is all of a schedule, and no rule changes that for functions.
   */
  readonly withoutDeadLetters?: string;
}

/**
 * No function needs so many MB of memory, but they come with a whole processor. Lambda's extra cost
 * is a fiftieth of a request's price (docs/decisions/0025-function-settings.md).
 */
const WHOLE_PROCESSOR = 1769;

/** A Lambda function, and a role with exactly its own rights. */
export class BundledFunction extends Construct {
  /** The function itself, for its rights and its name. */
  readonly latest: LambdaFunction;
  readonly role: FunctionRole;
  private alias: (Alias & IFunction) | undefined;

  constructor(scope: Construct, id: string, props: BundledFunctionProps) {
    super(scope, id);
    const { access, bundleOf, config, logGroup, tables, withoutDeadLetters, ...options } = props;

    this.role = new FunctionRole(this, `What may be done by: ${props.description}`);
    logGroup.grantWrite(this.role);

    const environment: Record<string, string> = { ...options.environment };
    for (const { table, index, actions, attributes } of access ?? []) {
      const { tableArn, tableName } = tables.get(table);
      environment[tableEnv(table)] = tableName;
      if (actions.length === 0) continue;
      this.allow(
        actions.map((action) => `dynamodb:${action}`),
        [index === undefined ? tableArn : `${tableArn}/index/${index}`],
        // IAM User Guide, "Amazon DynamoDB: Allows access to specific attributes".
        attributes && {
          'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
          // Without these, a request that names no attribute may read all.
          StringEqualsIfExists: {
            'dynamodb:Select': 'SPECIFIC_ATTRIBUTES',
            'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'],
          },
        },
      );
    }

    this.latest = new LambdaFunction(this, 'Function', {
      memorySize: WHOLE_PROCESSOR,
      timeout: Duration.millis(TIME_BUDGET.invocation),
      ...options,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(bundleOf(operationFolder(id))),
      handler: 'index.handler',
      role: this.role,
      logGroup,
      environment,
      tracing: withoutDeadLetters === undefined ? Tracing.ACTIVE : Tracing.DISABLED,
      currentVersionOptions: {
        // A kept version can be put back in service within seconds. It is deleted with its function, and when its deployment
        // is rolled back. Otherwise the next deployment of the same code fails, as Lambda already has that version.
        removalPolicy:
          config.removalPolicy === 'RETAIN'
            ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE
            : RemovalPolicy.DESTROY,
      },
    });
    const reason =
      'X-Ray has no resources to name ("Actions, resources, and condition keys for AWS X-Ray"). The tests hold that no other statement has a wildcard.';
    Validations.of(this.role).acknowledge(
      { id: 'AwsSolutions-IAM5[Resource::*]', reason },
      { id: 'Serverless-LambdaStarPermissions', reason },
    );
    Validations.of(this.latest).acknowledge(
      {
        id: 'Serverless-LambdaTracing',
        reason: 'Only functions that an API invokes are traced: see withoutDeadLetters.',
      },
      {
        id: 'Serverless-LambdaDLQ',
        reason:
          withoutDeadLetters ??
          'Only API Gateway invokes it, and waits for the answer: no event can be lost.',
      },
    );
  }

  allow(actions: string[], resources: string[], conditions: Conditions = {}): void {
    this.role.addToPrincipalPolicy(new PolicyStatement({ actions, resources, conditions }));
  }

  /**
   * The alias to invoke. It points to one version at a time, so that a release can shift traffic and take it back ("Implement
   * Lambda canary deployments using a weighted alias"). The template has it only if something asks for it.
   */
  get live(): Alias & IFunction {
    if (this.alias) return this.alias;
    const alias = this.latest.addAlias(LIVE);
    if (!isFunction(alias)) throw new Error(`The alias ${alias.aliasName} cannot be invoked`);
    this.alias = alias;
    return alias;
  }
}

/** The CDK's types do not distinguish a missing property from an undefined one; ours do. */
const isFunction = (alias: Alias): alias is Alias & IFunction => alias instanceof FunctionBase;

/**
 * A role whose rights are part of it, also those that the CDK grants. Otherwise each role has a policy that is a resource of
 * its own, and a stack can have 500 (docs/scale.md). What depends on the role depends on its rights.
 */
class FunctionRole extends Role {
  private readonly rights: PolicyDocument;

  constructor(parent: Construct, description: string) {
    const rights = new PolicyDocument();
    super(parent, 'Role', {
      description,
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Rights: rights },
    });
    this.rights = rights;
  }

  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.rights.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}

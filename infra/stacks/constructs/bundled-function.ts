import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  type Alias,
  Architecture,
  Code,
  FunctionBase,
  type IFunction,
  Function as LambdaFunction,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { TIME_BUDGET } from '../../../lib/process/time-budget.ts';
import { type TableAccess, tableEnv } from '../../../lib/storage/tables.ts';
import { LIVE } from '../names.ts';
import type { StageConfig } from '../stages.ts';
import { FunctionRole } from './function-role.ts';
import type { Tables } from './tables.ts';

export interface BundledFunctionProps {
  readonly description: string;
  /** The folder that `bundleFunctions` made. */
  readonly bundle: string;
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
   * Variables besides the names of its tables.
   * @default - none
   */
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * How long one invocation may take.
   * @default TIME_BUDGET.invocation
   */
  readonly timeout?: Duration;
  /**
   * MB of memory, and its share of a processor.
   * @default WHOLE_PROCESSOR
   */
  readonly memorySize?: number;
  /**
   * Why a failed event does not need a dead-letter queue. It is for functions that no API invokes, which are not traced: X-Ray
   * takes the first of each second, which is all of a schedule, and no rule changes that for functions.
   */
  readonly withoutDeadLetters?: string;
  /**
   * How many may run at once, of all that the AWS account may run.
   * @default - as many as the account may
   */
  readonly atOnce?: number | undefined;
}

/**
 * No function needs so many MB of memory, but they come with a whole processor. Lambda's extra cost
 * is a fiftieth of a request's price (docs/decisions/0025-function-settings.md).
 */
const WHOLE_PROCESSOR = 1769;

/**
 * A kept version can be put back in service within seconds. It is deleted with its function, and
 * when its deployment is rolled back. Otherwise the next deployment of the same code fails, as
 * Lambda already has that version.
 */
const VERSION_REMOVAL = {
  DESTROY: RemovalPolicy.DESTROY,
  RETAIN: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
} as const satisfies Record<StageConfig['removalPolicy'], RemovalPolicy>;

/** A Lambda function, and a role with exactly its own rights. */
export class BundledFunction extends Construct {
  /** The function itself, for its rights and its name. */
  readonly latest: LambdaFunction;
  readonly role: FunctionRole;
  /** An operation's id, or another function's name, such as `recordEvents`. */
  readonly name: string;
  private alias: (Alias & IFunction) | undefined;

  constructor(scope: Construct, id: string, props: BundledFunctionProps) {
    super(scope, id);
    this.name = id;
    const { access = [], config, logGroup, tables } = props;

    this.role = new FunctionRole(this, 'Role', {
      description: `What may be done by: ${props.description}`,
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    });
    logGroup.grantWrite(this.role);

    const environment: Record<string, string> = { ...props.environment };
    for (const { table, index, actions, attributes } of access) {
      const { tableArn, tableName } = tables.get(table);
      environment[tableEnv(table)] = tableName;
      if (actions.length === 0) continue;
      this.role.addToPrincipalPolicy(
        new PolicyStatement({
          actions: actions.map((action) => `dynamodb:${action}`),
          resources: [index === undefined ? tableArn : `${tableArn}/index/${index}`],
          // IAM User Guide, "Amazon DynamoDB: Allows access to specific attributes".
          ...(attributes && {
            // Without the second, a request that names no attribute may read all.
            conditions: {
              'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
              StringEqualsIfExists: {
                'dynamodb:Select': 'SPECIFIC_ATTRIBUTES',
                'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'],
              },
            },
          }),
        }),
      );
    }

    this.latest = new LambdaFunction(this, 'Function', {
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(props.bundle),
      handler: 'index.handler',
      memorySize: props.memorySize ?? WHOLE_PROCESSOR,
      timeout: props.timeout ?? Duration.millis(TIME_BUDGET.invocation),
      role: this.role,
      logGroup,
      environment,
      tracing: props.withoutDeadLetters === undefined ? Tracing.ACTIVE : Tracing.DISABLED,
      ...(props.atOnce !== undefined && { reservedConcurrentExecutions: props.atOnce }),
      currentVersionOptions: { removalPolicy: VERSION_REMOVAL[config.removalPolicy] },
    });
    const reason =
      'X-Ray has no resources to name ("Actions, resources, and condition keys for AWS X-Ray"). The tests hold that no other statement has a wildcard.';
    Validations.of(this.role).acknowledge(
      { id: 'AwsSolutions-IAM5[Resource::*]', reason },
      { id: 'Serverless-LambdaStarPermissions', reason },
    );
    Validations.of(this.latest).acknowledge({
      id: 'Serverless-LambdaTracing',
      reason: 'Only functions that an API invokes are traced: see withoutDeadLetters.',
    });
    Validations.of(this.latest).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason:
        props.withoutDeadLetters ??
        'Only API Gateway invokes it, and waits for the answer: no event can be lost.',
    });
  }

  /**
   * The alias to invoke. It points to one version at a time, so that a release can shift traffic and take it back ("Implement
   * Lambda canary deployments using a weighted alias"). The template has it only if something asks for it.
   */
  get live(): Alias & IFunction {
    this.alias ??= asFunction(this.latest.addAlias(LIVE));
    return this.alias;
  }
}

/** The CDK's types do not distinguish a missing property from an undefined one; ours do. */
const asFunction = (alias: Alias): Alias & IFunction => {
  if (!isFunction(alias)) throw new Error(`The alias ${alias.aliasName} cannot be invoked`);
  return alias;
};

const isFunction = (alias: Alias): alias is Alias & IFunction => alias instanceof FunctionBase;

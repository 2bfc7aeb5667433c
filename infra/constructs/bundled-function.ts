import { Duration } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { TABLE_ENV, type TableAccess } from '../../lib/tables.ts';
import type { StageConfig } from '../stages.ts';
import type { Tables } from './tables.ts';

export interface BundledFunctionProps {
  readonly description: string;
  /** The folder that `bundleFunctions` made. */
  readonly bundle: string;
  readonly config: StageConfig;
  readonly tables: Tables;
  /**
   * The tables it may touch, and how. It is told their names and gets exactly these rights.
   * @default - no table
   */
  readonly access?: readonly TableAccess[];
  /**
   * Variables beside the names of its tables.
   * @default - none
   */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A Lambda function with a log group of its own, and a role with its own rights and no others. */
export class BundledFunction extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, props: BundledFunctionProps) {
    super(scope, id);
    const { access = [], config, tables } = props;

    const logGroup = new LogGroup(this, 'Logs', {
      retention: config.logRetention,
      removalPolicy: config.removalPolicy,
    });
    const role = new Role(this, 'Role', {
      description: `What may be done by: ${props.description}`,
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    });
    logGroup.grantWrite(role);

    const environment: Record<string, string> = { ...props.environment };
    for (const { table, index, actions, attributes } of access) {
      const { tableArn, tableName } = tables.byName[table];
      environment[TABLE_ENV[table]] = tableName;
      role.addToPrincipalPolicy(
        new PolicyStatement({
          actions: actions.map((action) => `dynamodb:${action}`),
          resources: [index === undefined ? tableArn : `${tableArn}/index/${index}`],
          // "Using IAM policy conditions for fine-grained access control", DynamoDB Developer Guide.
          ...(attributes && {
            conditions: { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes } },
          }),
        }),
      );
    }

    this.function = new LambdaFunction(this, 'Function', {
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(props.bundle),
      handler: 'index.handler',
      // Processor time comes with memory; a cold start is all processor time.
      memorySize: 1024,
      // The three attempts of one call to DynamoDB end before it, and what makes more calls answers
      // 504 half a second before it. API Gateway's 29 seconds end after it.
      timeout: Duration.seconds(10),
      role,
      logGroup,
      environment,
    });
  }
}

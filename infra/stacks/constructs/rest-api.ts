import { CfnOutput, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  ApiKeySourceType,
  AuthorizationType,
  EndpointType,
  LambdaIntegration,
  type LambdaIntegrationOptions,
  LogGroupLogDestination,
  type Method,
  RestApi,
  type Stage,
  TokenAuthorizer,
} from 'aws-cdk-lib/aws-apigateway';
import { Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { AUTHORIZER_CACHE_SECONDS, bearerPattern } from '../../../lib/accounts/api-key.ts';
import { type ApiName, type Contract, JSON_ONLY } from '../../../lib/http/contract.ts';
import { TIME_BUDGET } from '../../../lib/process/time-budget.ts';
import { baseUrlOutput, domainTargetOutput, restApiName, STAGE_NAME } from '../names.ts';
import type { ServiceFunctions } from '../service-functions.ts';
import type { StageConfig } from '../stages.ts';
import { ACCESS_LOG_FORMAT } from './access-log-format.ts';
import { FINDINGS } from './api-findings.ts';
import { requireTls, serveDomain } from './api-tls.ts';
import { addGatewayResponses } from './gateway-responses.ts';

export interface ServiceApiProps {
  readonly name: ApiName;
  readonly config: StageConfig;
  readonly functions: ServiceFunctions;
}

/** A REST API whose every path needs the authorizer, and whose every answer is ours. */
export class ServiceApi extends Construct {
  /** The base address, without a slash at its end. */
  readonly baseUrl: string;
  readonly stage: Stage;
  /** The method of each operation that it serves. */
  readonly methods: ReadonlyMap<Contract, Method>;
  /** One line for each request. */
  readonly accessLog: LogGroup;
  private readonly dimensions: Record<string, string>;

  constructor(scope: Construct, id: string, props: ServiceApiProps) {
    super(scope, id);
    const { config, functions } = props;
    const operations = [...functions.operations].filter(([{ api }]) => api === props.name);
    const { url, certificateArn } = config.apis[props.name];
    const name = restApiName(config.stackName, props.name);
    this.dimensions = { ApiName: name, Stage: STAGE_NAME };
    this.accessLog = new LogGroup(this, 'AccessLog', {
      retention: config.logRetention,
      removalPolicy: RemovalPolicy[config.removalPolicy],
    });
    const api = new RestApi(this, 'Api', {
      restApiName: name,
      endpointTypes: [EndpointType.REGIONAL],
      // Clients with API Gateway's address would not follow when the domain moves.
      disableExecuteApiEndpoint: certificateArn !== undefined,
      cloudWatchRole: false,
      // JSON bodies reach functions as bytes: a conversion to text would silently change bytes that
      // are not UTF-8.
      binaryMediaTypes: [
        ...new Set(operations.flatMap(([{ request }]) => request.contentTypes ?? JSON_ONLY)),
      ],
      deployOptions: {
        stageName: STAGE_NAME,
        // API Gateway counts each method separately: `/*` sets the same numbers for each.
        throttlingRateLimit: config.throttle.method.rate,
        throttlingBurstLimit: config.throttle.method.burst,
        accessLogDestination: new LogGroupLogDestination(this.accessLog),
        accessLogFormat: ACCESS_LOG_FORMAT,
        tracingEnabled: true,
      },
      apiKeySourceType: ApiKeySourceType.AUTHORIZER,
      defaultMethodOptions: {
        // Not for access, which the authorizer decides: it counts requests by account.
        apiKeyRequired: true,
        authorizationType: AuthorizationType.CUSTOM,
        authorizer: new TokenAuthorizer(this, 'Authorizer', {
          handler: functions.authorizer.live,
          validationRegex: bearerPattern(config.keyPrefix),
          resultsCacheTtl: Duration.seconds(AUTHORIZER_CACHE_SECONDS),
        }),
      },
    });
    requireTls(api);
    this.stage = api.deploymentStage;
    addGatewayResponses(api);
    Validations.of(api).acknowledge(...FINDINGS);

    this.methods = new Map(
      operations.map(([operation, { live }]) => [
        operation,
        api.root.resourceForPath(operation.path).addMethod(operation.method, integrate(live)),
      ]),
    );

    // Every route is matched. API Gateway would read the Authorization header of an unknown route as a signature, and may repeat
    // the key in its answer. Any method of this API may invoke the function, and nothing else may. A permission for each path
    // would add as many resources and protect nothing: whoever may change methods may also add permissions.
    const unmatched = integrate(functions.unmatched.live, { scopePermissionToMethod: false });
    // A path with others below it, such as /store, is a route as well.
    const paths = new Set(operations.flatMap(([{ path }]) => withParents(path)));
    for (const path of ['/', '/{proxy+}', ...paths]) {
      api.root.resourceForPath(path).addMethod('ANY', unmatched);
    }

    const host = new URL(url).hostname;
    const domain = certificateArn ? serveDomain(this, api, host, certificateArn) : undefined;
    this.baseUrl = domain
      ? `https://${host}/${STAGE_NAME}`
      : api.urlForPath('/').replace(/\/$/, '');
    const stack = Stack.of(this);
    new CfnOutput(stack, baseUrlOutput(props.name), { value: this.baseUrl });
    if (domain) {
      const target = domainTargetOutput(props.name);
      new CfnOutput(stack, target, { value: domain.domainNameAliasDomainName });
    }
  }

  /**
   * A metric of "Amazon API Gateway dimensions and metrics". It names the API by text: an alarm
   * that depended on the API could not guard the release of the functions that the API invokes.
   */
  metric(metricName: string, options: MetricOptions): Metric {
    return new Metric({
      namespace: 'AWS/ApiGateway',
      metricName,
      dimensionsMap: this.dimensions,
      ...options,
    });
  }
}

/** `/store/orders`: `/store` and `/store/orders`. */
const withParents = (path: string): readonly string[] =>
  [...path.matchAll(/\/|$/g)].map(({ index }) => path.slice(0, index)).filter(Boolean);

const integrate = (
  handler: IFunction,
  permission: LambdaIntegrationOptions = { allowTestInvoke: false },
) =>
  new LambdaIntegration(handler, {
    ...permission,
    timeout: Duration.millis(TIME_BUDGET.integration),
  });

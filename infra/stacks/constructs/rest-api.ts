import { CfnOutput, Duration, RemovalPolicy, type Stack, Validations } from 'aws-cdk-lib';
import {
  ApiKeySourceType,
  type Stage as ApiStage,
  AuthorizationType,
  CfnRestApi,
  DomainName,
  EndpointAccessMode,
  EndpointType,
  LambdaIntegration,
  LogGroupLogDestination,
  type Method,
  RestApi,
  SecurityPolicy,
  TokenAuthorizer,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { AUTHORIZER_CACHE_SECONDS, bearerPattern } from '../../../lib/accounts/api-key.ts';
import { type ApiName, type Contract, JSON_ONLY } from '../../../lib/http/contract.ts';
import { TIME_BUDGET } from '../../../lib/process/time-budget.ts';
import { baseUrlOutput, constructId, STAGE_NAME } from '../names.ts';
import type { ServiceFunctions } from '../service-functions.ts';
import type { StageConfig } from '../stages.ts';
import { ACCESS_LOG_FORMAT } from './access-log-format.ts';
import { addGatewayResponses } from './gateway-responses.ts';

/** What rule packs find in an API, and why it is meant. */
const FINDINGS = Object.entries({
  'AwsSolutions-COG4':
    'Clients are servers with API keys, not people who sign in: every method has the Lambda authorizer.',
  'AwsSolutions-APIG2':
    'Functions validate by the contract, with int64 whole, and name every fault in one Error. The gateway would name none.',
  'AwsSolutions-APIG6':
    'Execution logs may repeat parts of requests and of keys, which no log may hold. The access log, the logs of the functions and traces tell what failed.',
  'AwsSolutions-APIG3':
    'A text that is not a key is refused before a function runs, and accounts and methods are throttled. A stage with an addressLimit has a web ACL; its price is for the owner to choose.',
}).map(([id, reason]) => ({ id, reason }));

/**
 * TLS 1.2 and 1.3. Without it a regional API also takes 1.0 and 1.1. An API and its domain have the same ("Security policies for
 * REST APIs in API Gateway").
 */
const TLS = {
  securityPolicy: SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09,
  endpointAccessMode: EndpointAccessMode.STRICT,
};

/** A REST API whose every path needs the authorizer, and whose every answer is ours. */
export class ServiceApi extends Construct {
  /** The base address, without a slash at its end. */
  readonly baseUrl: string;
  readonly stage: ApiStage;
  /** The method of each operation that it serves. */
  readonly methods: ReadonlyMap<Contract, Method>;
  /** One line for each request. */
  readonly accessLog: LogGroup;

  constructor(stack: Stack, name: ApiName, config: StageConfig, functions: ServiceFunctions) {
    super(stack, `${constructId(name)}Api`);
    const operations = [...functions.operations].filter(([{ api }]) => api === name);
    const { url, certificateArn } = config.apis[name];
    this.accessLog = new LogGroup(this, 'AccessLog', {
      retention: config.logRetention,
      removalPolicy: RemovalPolicy[config.removalPolicy],
    });
    const api = new RestApi(this, 'Api', {
      restApiName: `${config.stackName}-${name}`,
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
    // The CDK's `RestApi` does not have these properties.
    if (api.node.defaultChild instanceof CfnRestApi) Object.assign(api.node.defaultChild, TLS);
    this.stage = api.deploymentStage;
    addGatewayResponses(api);
    Validations.of(api).acknowledge(...FINDINGS);

    const timeout = Duration.millis(TIME_BUDGET.integration);
    this.methods = new Map(
      operations.map(([operation, { live }]) => {
        const integration = new LambdaIntegration(live, { allowTestInvoke: false, timeout });
        const resource = api.root.resourceForPath(operation.path);
        return [operation, resource.addMethod(operation.method, integration)];
      }),
    );

    // Every route is matched. API Gateway would read the Authorization header of an unknown route as a signature, and may repeat
    // the key in its answer. Any method of this API may invoke the function, and nothing else may. A permission for each path
    // would add as many resources and protect nothing: whoever may change methods may also add permissions.
    const { live } = functions.unmatched;
    const unmatched = new LambdaIntegration(live, { scopePermissionToMethod: false, timeout });
    // A path with others below it, such as /store, is a route as well.
    const paths = new Set(operations.flatMap(([{ path }]) => withParents(path)));
    for (const path of ['/', '/{proxy+}', ...paths]) {
      api.root.resourceForPath(path).addMethod('ANY', unmatched);
    }

    this.baseUrl = certificateArn ? url : api.urlForPath('/').replace(/\/$/, '');
    new CfnOutput(stack, baseUrlOutput(name), { value: this.baseUrl });
    if (certificateArn) {
      const domainScope = new Construct(this, 'Domain');
      const domain = new DomainName(domainScope, 'Domain', {
        domainName: new URL(url).hostname,
        certificate: Certificate.fromCertificateArn(domainScope, 'Certificate', certificateArn),
        endpointType: EndpointType.REGIONAL,
        ...TLS,
      });
      // The path ends like that of the address that API Gateway gives.
      domain.addBasePathMapping(api, { basePath: STAGE_NAME });
      // The host that the API's own domain must be an alias of.
      const value = domain.domainNameAliasDomainName;
      new CfnOutput(stack, `${constructId(name)}DomainTarget`, { value });
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
      dimensionsMap: { ApiName: this.stage.restApi.restApiName, Stage: STAGE_NAME },
      ...options,
    });
  }
}

/** `/store/orders`: `/store` and `/store/orders`. */
const withParents = (path: string): readonly string[] =>
  [...path.matchAll(/\/|$/g)].map(({ index }) => path.slice(0, index)).filter(Boolean);

import { Duration } from 'aws-cdk-lib';
import {
  AuthorizationType,
  EndpointType,
  type IAuthorizer,
  LambdaIntegration,
  LogGroupLogDestination,
  type MethodDeploymentOptions,
  RestApi,
  TokenAuthorizer,
} from 'aws-cdk-lib/aws-apigateway';
import { Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { bearerPattern } from '../../lib/accounts/api-key.ts';
import type { Contract } from '../../lib/http/contract.ts';
import type { Limit, StageConfig } from '../stages.ts';
import { ACCESS_LOG_FORMAT } from './access-log-format.ts';
import { addGatewayResponses } from './gateway-responses.ts';

/** The version of the interface, and so the path that every base address ends in. */
const STAGE_NAME = 'v1';

/** How long a revoked key may still work. */
const AUTHORIZER_CACHE = Duration.seconds(60);

export interface ServiceApiProps {
  readonly name: string;
  readonly config: StageConfig;
  /** The operations that it serves, and the function of each. */
  readonly operations: ReadonlyMap<Pick<Contract, 'method' | 'path'>, IFunction>;
  readonly authorizer: IFunction;
  /** Answers what no operation takes. */
  readonly unmatched: IFunction;
}

/** A REST API whose every path is behind the authorizer, and whose every answer is ours. */
export class ServiceApi extends Construct {
  /** The base address, without a slash at its end. */
  readonly baseUrl: string;
  /** One line for each request. */
  readonly accessLog: LogGroup;
  private readonly dimensions: Record<string, string>;

  constructor(scope: Construct, id: string, props: ServiceApiProps) {
    super(scope, id);
    const { config } = props;
    this.dimensions = { ApiName: props.name, Stage: STAGE_NAME };
    this.accessLog = new LogGroup(this, 'AccessLog', {
      retention: config.logRetention,
      removalPolicy: config.removalPolicy,
    });
    const api = new RestApi(this, 'Api', {
      restApiName: props.name,
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: false,
      // JSON bodies reach functions as bytes: read as text, what is no UTF-8 would be changed silently.
      binaryMediaTypes: ['application/json'],
      deployOptions: {
        stageName: STAGE_NAME,
        ...limit(config.throttle.all),
        methodOptions: writeLimits(props),
        accessLogDestination: new LogGroupLogDestination(this.accessLog),
        accessLogFormat: ACCESS_LOG_FORMAT,
        tracingEnabled: true,
      },
      defaultMethodOptions: {
        authorizationType: AuthorizationType.CUSTOM,
        authorizer: this.tokenAuthorizer(props),
      },
    });
    addGatewayResponses(api);

    for (const [{ method, path }, handler] of props.operations) {
      api.root.resourceForPath(path).addMethod(method, integrate(handler));
    }

    // No route is left unmatched: API Gateway would read an unknown route's Authorization header
    // as a signature, and may repeat the key in its answer.
    const unmatched = integrate(props.unmatched);
    const paths = new Set([...props.operations.keys()].map(({ path }) => path));
    for (const path of ['/', '/{proxy+}', ...paths]) {
      api.root.resourceForPath(path).addMethod('ANY', unmatched);
    }

    this.baseUrl = api.urlForPath('/').replace(/\/$/, '');
  }

  /**
   * One of the metrics of "Amazon API Gateway dimensions and metrics". It names the API by text, as an
   * alarm that waited for the API could not guard the release of the functions that it invokes.
   */
  metric(metricName: string, options: MetricOptions): Metric {
    return new Metric({
      namespace: 'AWS/ApiGateway',
      metricName,
      dimensionsMap: this.dimensions,
      ...options,
    });
  }

  private tokenAuthorizer({ authorizer, config }: ServiceApiProps): IAuthorizer {
    return new TokenAuthorizer(this, 'Authorizer', {
      handler: authorizer,
      validationRegex: bearerPattern(config.keyPrefix),
      resultsCacheTtl: AUTHORIZER_CACHE,
    });
  }
}

const integrate = (handler: IFunction) =>
  new LambdaIntegration(handler, { allowTestInvoke: false });

const limit = ({ rate, burst }: Limit): MethodDeploymentOptions => ({
  throttlingRateLimit: rate,
  throttlingBurstLimit: burst,
});

/** Each operation that writes has the lower limit to itself. */
const writeLimits = ({ operations, config }: ServiceApiProps) =>
  Object.fromEntries(
    [...operations.keys()]
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => [`${path}/${method}`, limit(config.throttle.writes)]),
  );

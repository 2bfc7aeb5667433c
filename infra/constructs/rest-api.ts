import { Duration } from 'aws-cdk-lib';
import {
  AuthorizationType,
  EndpointType,
  type IAuthorizer,
  LambdaIntegration,
  RestApi,
  TokenAuthorizer,
} from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { AUTHORIZER_CACHE_SECONDS, bearerPattern } from '../../lib/accounts/api-key.ts';
import type { Contract } from '../../lib/http/contract.ts';
import type { StageConfig } from '../stages.ts';
import { addGatewayResponses } from './gateway-responses.ts';

/** The version of the interface, and so the path that every base address ends in. */
const STAGE_NAME = 'v1';

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

  constructor(scope: Construct, id: string, props: ServiceApiProps) {
    super(scope, id);
    const api = new RestApi(this, 'Api', {
      restApiName: props.name,
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: false,
      // JSON bodies reach functions as bytes: read as text, what is no UTF-8 would be changed silently.
      binaryMediaTypes: ['application/json'],
      deployOptions: {
        stageName: STAGE_NAME,
        throttlingRateLimit: props.config.throttle.rate,
        throttlingBurstLimit: props.config.throttle.burst,
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

  private tokenAuthorizer({ authorizer, config }: ServiceApiProps): IAuthorizer {
    return new TokenAuthorizer(this, 'Authorizer', {
      handler: authorizer,
      validationRegex: bearerPattern(config.keyPrefix),
      resultsCacheTtl: Duration.seconds(AUTHORIZER_CACHE_SECONDS),
    });
  }
}

const integrate = (handler: IFunction) =>
  new LambdaIntegration(handler, { allowTestInvoke: false });

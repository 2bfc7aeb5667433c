import type { Header } from './gateway-message.ts';
import type { GatewayResponseType } from './gateway-response-types.ts';

/** One AWS::ApiGateway::RestApi with everything that its template declares for its only stage. */
export interface RestApi {
  readonly logicalId: string;
  /** The name that its template gives it. */
  readonly name: string;
  /** The id in ARNs and in requestContext.apiId. */
  readonly id: string;
  readonly stage: Stage;
  /** Media types, a subtype may be `*`, whose bodies are binary. */
  readonly binaryMediaTypes: readonly string[];
  readonly resources: readonly Resource[];
  readonly gatewayResponses: ReadonlyMap<GatewayResponseType, GatewayResponseTemplate>;
}

/** The stage under whose name, as the first path segment, an API is served. */
export interface Stage {
  readonly name: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly methodSettings: readonly MethodSetting[];
}

/** The throttling of each method that it names; without a limit they are not throttled. */
export interface MethodSetting {
  /** A resource path as `/pets/{id}`, or `/*` for every one. */
  readonly resourcePath: string;
  /** A method as it is declared, `ANY` included, or `*` for every one. */
  readonly httpMethod: string;
  /** Requests a second. */
  readonly rateLimit: number | undefined;
  /** Requests at once. */
  readonly burstLimit: number | undefined;
}

/** One node of the resource tree by its whole path, with its methods by HTTP method or `ANY`. */
export interface Resource {
  readonly id: string;
  readonly path: string;
  readonly methods: ReadonlyMap<string, Method>;
}

/** A method and what answers it. */
export interface Method {
  readonly httpMethod: string;
  readonly authorizer: Authorizer | undefined;
  /** Whether a request must count for an API key, which the authorizer names. */
  readonly apiKeyRequired: boolean;
  readonly integration: Integration;
}

/** A method's integration: a function, a fixed reply, or none that this server can run. */
export type Integration =
  | FunctionIntegration
  | MockIntegration
  | { readonly kind: 'not-emulated'; readonly reason: string };

/** A Lambda proxy integration. */
export interface FunctionIntegration {
  readonly kind: 'function';
  /** The integrated function's name. */
  readonly functionName: string;
  /** How long the integration may take, in ms. */
  readonly timeoutMs: number;
}

/** A mock integration. Without a reply it is misconfigured and answers 500. */
export interface MockIntegration {
  readonly kind: 'mock';
  readonly reply: MockReply | undefined;
}

/** What a mock integration answers. */
export interface MockReply {
  readonly statusCode: number;
  readonly headers: readonly Header[];
  readonly body: string;
  /** Requests from these origins get their own back as Access-Control-Allow-Origin. */
  readonly otherOrigins: readonly string[];
}

/** A TOKEN or a REQUEST authorizer. */
export interface Authorizer {
  readonly logicalId: string;
  readonly type: 'REQUEST' | 'TOKEN';
  readonly functionName: string;
  /**
   * The parts that a request must have; the answer is cached by them. For a TOKEN authorizer, the
   * header that holds the token.
   */
  readonly identitySources: readonly IdentitySource[];
  /** Matches a whole token; any other is refused without a call. */
  readonly validation: RegExp | undefined;
  /** How long an answer is cached for its identity, in s; 0 means not at all. */
  readonly resultTtlSeconds: number;
}

/** A part of a request that identifies the sender. */
export interface IdentitySource {
  readonly place:
    | 'context'
    | 'method.request.header'
    | 'method.request.querystring'
    | 'stageVariables';
  readonly name: string;
}

/** A customised gateway response. */
export interface GatewayResponseTemplate {
  readonly statusCode: number | undefined;
  /** Header values, `'literal'`, `context.name` or `method.request.header.name`, by header name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body templates by media type. */
  readonly templates: Readonly<Record<string, string>>;
}

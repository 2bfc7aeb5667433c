import { accountId } from '../cloudformation/physical-ids.ts';
import type { GatewayReply, Header, RequestHead } from './gateway-message.ts';
import { headerValue } from './gateway-message.ts';
import { type GatewayResponseType, gatewayResponseTypes } from './gateway-response-types.ts';
import { formatRequestTime } from './request-time.ts';
import type { GatewayResponseTemplate, RestApi } from './rest-api.ts';

/** Values of `$context` variables by their names without that prefix, as `error.message`. */
export type ContextVariables = Readonly<Record<string, string>>;

const awsTemplate = '{"message":$context.error.messageString}';

/**
 * Renders the gateway response of a type as an API customises it: by that type's own template, else by DEFAULT_4XX or
 * DEFAULT_5XX, else as AWS does. `awsStatus` is the status when the template gives none.
 * API Gateway Developer Guide, "Gateway responses for REST APIs in API Gateway".
 */
export const renderGatewayResponse = (
  api: RestApi,
  type: GatewayResponseType,
  request: RequestHead,
  awsStatus: number = gatewayResponseTypes[type].status,
): GatewayReply => {
  const variables = contextVariables(api, type, request);
  const template = templateFor(api, type);
  const [mediaType, body] = bodyTemplate(template);
  const headers = Object.entries(template?.headers ?? {}).map(
    ([name, value]): Header => [name, headerText(value, variables, request)],
  );
  return {
    statusCode: template?.statusCode ?? awsStatus,
    headers: headerValue(headers, 'Content-Type')
      ? headers
      : [['Content-Type', mediaType], ...headers],
    body: Buffer.from(substituteContext(body, variables)),
  };
};

/** Replaces every `$context.name` by its value, an unknown one by nothing. It is plain substitution, not VTL. */
export const substituteContext = (template: string, variables: ContextVariables): string => {
  return template.replaceAll(/\$context((?:\.\w+)+)/g, (_, name: string) => {
    return variables[name.slice(1)] ?? '';
  });
};

const templateFor = (
  api: RestApi,
  type: GatewayResponseType,
): GatewayResponseTemplate | undefined => {
  const fallback = gatewayResponseTypes[type].status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX';
  return api.gatewayResponses.get(type) ?? api.gatewayResponses.get(fallback);
};

const bodyTemplate = (template: GatewayResponseTemplate | undefined): [string, string] => {
  const [first] = Object.entries(template?.templates ?? {});
  const json = template?.templates['application/json'];
  return json === undefined && first ? first : ['application/json', json ?? awsTemplate];
};

/** A response parameter's value: `'literal'`, `context.name` or `method.request.header.name`. */
const headerText = (
  value: string,
  variables: ContextVariables,
  { headers }: RequestHead,
): string => {
  if (value.startsWith("'")) return value.slice(1, -1);
  const [, name] = /^method\.request\.header\.(.+)$/.exec(value) ?? [];
  return name === undefined
    ? substituteContext(`$${value}`, variables)
    : (headerValue(headers, name) ?? '');
};

const contextVariables = (
  api: RestApi,
  type: GatewayResponseType,
  request: RequestHead,
): ContextVariables => {
  const { message } = gatewayResponseTypes[type];
  return {
    accountId,
    apiId: api.id,
    domainName: headerValue(request.headers, 'Host') ?? '',
    'error.message': message,
    'error.messageString': JSON.stringify(message),
    'error.responseType': type,
    extendedRequestId: request.extendedRequestId,
    httpMethod: request.httpMethod,
    'identity.sourceIp': request.sourceIp,
    'identity.userAgent': headerValue(request.headers, 'User-Agent') ?? '',
    path: request.path,
    protocol: request.protocol,
    requestId: request.requestId,
    requestTime: formatRequestTime(request.receivedAt),
    requestTimeEpoch: String(request.receivedAt),
    stage: api.stage.name,
  };
};

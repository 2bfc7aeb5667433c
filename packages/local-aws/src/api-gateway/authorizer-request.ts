import type { APIGatewayProxyEvent } from 'aws-lambda';
import { headerValue, type RequestHead } from './gateway-message.ts';
import type { Authorizer, IdentitySource } from './rest-api.ts';

/** What an authorizer is asked about one request. */
export interface AuthorizerRequest {
  readonly requestId: string;
  /** The values of its identity sources, in their order; a missing one is undefined or empty. */
  readonly identity: readonly (string | undefined)[];
  /** The event for its function. */
  readonly event: { readonly type: Authorizer['type']; readonly methodArn: string };
}

/**
 * Makes the authorizer's request. A TOKEN authorizer gets the token, a REQUEST authorizer the
 * request without its body. API Gateway Developer Guide, "Input to an API Gateway Lambda
 * authorizer".
 */
export const authorizerRequest = (
  { type, identitySources }: Authorizer,
  methodArn: string,
  head: RequestHead,
  proxyEvent: () => APIGatewayProxyEvent,
): AuthorizerRequest => {
  const { requestId } = head;
  if (type === 'TOKEN') {
    const identity = identitySources.map(({ name }) => headerValue(head.headers, name));
    const event = { type, authorizationToken: identity[0], methodArn };
    return { requestId, identity, event };
  }
  const { body, isBase64Encoded, ...event } = proxyEvent();
  return {
    requestId,
    identity: identitySources.map((source) => identityOf(source, head, event)),
    event: { type, methodArn, ...event },
  };
};

const identityOf = (
  { place, name }: IdentitySource,
  { headers }: RequestHead,
  event: Omit<APIGatewayProxyEvent, 'body' | 'isBase64Encoded'>,
): string | undefined => {
  switch (place) {
    case 'method.request.header':
      return headerValue(headers, name);
    case 'method.request.querystring':
      return event.queryStringParameters?.[name];
    case 'stageVariables':
      return event.stageVariables?.[name];
    case 'context': {
      const value = name
        .split('.')
        .reduce<unknown>((holder, part) => Object(holder)[part], event.requestContext);
      return value === undefined || value === null ? undefined : String(value);
    }
  }
};

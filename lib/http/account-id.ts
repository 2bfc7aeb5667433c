import type { APIGatewayProxyEvent } from 'aws-lambda';

/**
 * The account that a request comes from, and the id of its key.
 * @throws Error if the authorizer did not name them
 */
export const callerOf = (event: APIGatewayProxyEvent) => {
  const keyId: unknown = event.requestContext.authorizer?.['keyId'];
  if (typeof keyId !== 'string') throw new Error('The authorizer names no key');
  return { accountId: accountIdOf(event), keyId };
};

/**
 * The account that a request comes from, by its API key.
 * @throws Error if the authorizer did not name it
 */
export const accountIdOf = ({ requestContext: { authorizer } }: APIGatewayProxyEvent): string => {
  const accountId: unknown = authorizer?.['accountId'];
  if (typeof accountId !== 'string') throw new Error('The authorizer names no account');
  return accountId;
};

import type { APIGatewayProxyEvent } from 'aws-lambda';

/** Whom a request comes from: an account, and the id of its key. */
export interface Caller {
  readonly accountId: string;
  readonly keyId: string;
}

/** @throws Error if the authorizer did not name them */
export const callerOf = ({ requestContext }: APIGatewayProxyEvent): Caller => {
  const { accountId, keyId }: Readonly<Record<string, unknown>> = requestContext.authorizer ?? {};
  if (typeof accountId !== 'string' || typeof keyId !== 'string') {
    throw new Error('The authorizer names no caller');
  }
  return { accountId, keyId };
};

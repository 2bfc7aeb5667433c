import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

export const handler = async ({ requestContext, stageVariables }) => ({
  statusCode: 200,
  body: JSON.stringify({
    authorizer: requestContext.authorizer,
    stageVariables,
    sdk: DynamoDBClient.name,
  }),
});

export const authorize = async ({ authorizationToken, methodArn }) => {
  if (authorizationToken === 'thief') throw new Error('Unauthorized');
  const Effect = authorizationToken === 'guest' ? 'Deny' : 'Allow';
  return {
    principalId: authorizationToken,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect, Resource: methodArn }],
    },
    context: { floors: 2, inside: true },
  };
};

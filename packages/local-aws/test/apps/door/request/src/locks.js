import { policyFor } from './policy.js';

// Only an ES module may wait here.
let asked = await Promise.resolve(0);

export const request = async (event) => {
  asked += 1;
  const { headers, queryStringParameters: query, pathParameters, ...rest } = event;
  return {
    principalId: headers['X-Card'] ?? 'anybody',
    policyDocument: policyFor(query?.pin === '0000' ? 'Deny' : 'Allow'),
    context: {
      asked,
      room: pathParameters.room,
      pin: query?.pin,
      event: Object.keys(rest).sort().join(),
      type: event.type,
      arn: event.methodArn,
      resource: event.requestContext.resourcePath,
    },
  };
};

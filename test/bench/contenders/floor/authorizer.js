import { createHash } from 'node:crypto';
import { openFindKey } from '../storage.js';

/** The floor: what nobody can do without. */
const findKey = openFindKey();

export const handler = async ({ authorizationToken, methodArn }) => {
  const key = authorizationToken.slice('Bearer '.length);
  const found = await findKey(createHash('sha256').update(key).digest('hex'));
  if (!found || found.revokedAt) throw new Error('Unauthorized');
  const Statement = [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: methodArn }];
  return {
    principalId: found.accountId.S,
    policyDocument: { Version: '2012-10-17', Statement },
  };
};

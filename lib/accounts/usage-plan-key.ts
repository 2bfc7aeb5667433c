/**
 * What API Gateway counts an account's requests by: the value of the account's API key there, letters
 * and digits, at least 20 of them ("Usage plans and API keys for REST APIs in API Gateway"). It is not a
 * secret: API Gateway takes it only from the authorizer.
 */
export const usageKeyOf = (accountId: string): string => accountId.replace('acct_', 'account');

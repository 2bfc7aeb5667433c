import * as z from 'zod';

const oneOrMore = z.union([z.string().transform((one) => [one]), z.array(z.string())]);

/**
 * The policy in an authorizer's answer. An element that is not evaluated here, such as Condition or
 * NotAction, is refused rather than ignored.
 */
export const policySchema = z.strictObject({
  Version: z.string().optional(),
  Id: z.string().optional(),
  Statement: z.array(
    z.strictObject({
      Sid: z.string().optional(),
      Effect: z.enum(['Allow', 'Deny']),
      Action: oneOrMore,
      Resource: oneOrMore,
    }),
  ),
});

/** A parsed policy. */
export type Policy = z.output<typeof policySchema>;

/**
 * Whether a policy allows `execute-api:Invoke` on a method's ARN: an explicit Deny wins, and what no statement allows
 * is denied. IAM User Guide, "Policy evaluation logic"; API Gateway Developer Guide, "Statement reference of IAM
 * policies for API execution in API Gateway".
 */
export const allowsInvoke = (policy: Policy, methodArn: string): boolean => {
  const effects = policy.Statement.filter(
    ({ Action, Resource }) =>
      Action.some((pattern) => wildcard(pattern, 'i').test('execute-api:Invoke')) &&
      Resource.some((pattern) => wildcard(pattern, '').test(methodArn)),
  ).map(({ Effect }) => Effect);
  return effects.includes('Allow') && !effects.includes('Deny');
};

const wildcard = (pattern: string, flags: string): RegExp => {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, `s${flags}`);
};

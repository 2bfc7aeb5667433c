import * as z from 'zod';
import type { StackTemplate } from '../cloudformation/template.ts';
import { functionNameOfUri } from '../lambda/lambda-functions.ts';
import type { Authorizer, IdentitySource } from './rest-api.ts';

const PLACES = [
  'context',
  'method.request.header',
  'method.request.querystring',
  'stageVariables',
] as const;

const sourceSchema = z.string().transform((text, context): IdentitySource => {
  const place = PLACES.find((one) => text.startsWith(`${one}.`));
  if (place) return { place, name: text.slice(place.length + 1) };
  context.addIssue(`${text} is not an identity source`);
  return z.NEVER;
});

const sourcesSchema = z
  .string()
  .transform((text) => text.split(',').flatMap((one) => one.trim() || []))
  .pipe(z.array(sourceSchema));

const authorizerSchema = z.object({
  Type: z.enum(['REQUEST', 'TOKEN']),
  AuthorizerUri: z.string(),
  IdentitySource: sourcesSchema.prefault(''),
  IdentityValidationExpression: z.string().optional(),
  AuthorizerResultTtlInSeconds: z.number().min(0).max(3600).default(300),
});

/**
 * Reads the TOKEN or REQUEST authorizer of a method. CloudFormation Template Reference,
 * "AWS::ApiGateway::Authorizer".
 * @throws TemplateError if it is of another type, or there is none
 */
export const readAuthorizer = (template: StackTemplate, logicalId: string): Authorizer => {
  const declared = template.read(logicalId, authorizerSchema);
  return {
    logicalId,
    type: declared.Type,
    functionName: functionNameOfUri(template, logicalId, declared.AuthorizerUri),
    identitySources: declared.IdentitySource,
    validation: wholeMatch(declared.IdentityValidationExpression),
    resultTtlSeconds: declared.AuthorizerResultTtlInSeconds,
  };
};

const wholeMatch = (expression: string | undefined): RegExp | undefined => {
  return expression ? new RegExp(`^(?:${expression})$`) : undefined;
};

import * as z from 'zod';
import type { StackTemplate } from '../cloudformation/template.ts';
import { functionNameOfUri } from '../lambda/lambda-functions.ts';
import type { Authorizer } from './rest-api.ts';

const headerSource = /^method\.request\.header\.(.+)$/;

const authorizerSchema = z.object({
  RestApiId: z.string(),
  Type: z.literal('TOKEN'),
  AuthorizerUri: z.string(),
  IdentitySource: z.string().regex(headerSource),
  IdentityValidationExpression: z.string().optional(),
  AuthorizerResultTtlInSeconds: z.number().min(0).max(3600).default(300),
});

/**
 * Reads the authorizers of one API by their logical ids.
 * Throws a TemplateError when one is not a TOKEN authorizer, a SyntaxError when its expression is not a regular one.
 * CloudFormation Template Reference, "AWS::ApiGateway::Authorizer".
 */
export function readAuthorizers(
  template: StackTemplate,
  restApiId: string,
): Map<string, Authorizer> {
  const authorizers = template
    .logicalIds('AWS::ApiGateway::Authorizer')
    .map((logicalId) => ({ logicalId, ...template.read(logicalId, authorizerSchema) }))
    .filter(({ RestApiId }) => RestApiId === restApiId);
  return new Map(
    authorizers.map((declared) => [
      declared.logicalId,
      {
        logicalId: declared.logicalId,
        functionName: functionNameOfUri(template, declared.logicalId, declared.AuthorizerUri),
        identityHeader: headerSource.exec(declared.IdentitySource)?.[1] ?? '',
        validation: wholeMatch(declared.IdentityValidationExpression),
        resultTtlSeconds: declared.AuthorizerResultTtlInSeconds,
      },
    ]),
  );
}

function wholeMatch(expression: string | undefined): RegExp | undefined {
  return expression ? new RegExp(`^(?:${expression})$`) : undefined;
}

import * as z from 'zod';
import { TemplateError } from '../cloudformation/intrinsics.ts';
import type { StackTemplate } from '../cloudformation/template.ts';
import { readAuthorizer } from './authorizer-models.ts';
import { readIntegration } from './integration-models.ts';
import type { Authorizer, Method } from './rest-api.ts';

/** What names the API key that a request counts for. */
export type KeySource = 'AUTHORIZER' | 'HEADER';

const accessSchema = z.object({
  AuthorizationType: z.string().default('NONE'),
  AuthorizerId: z.string().default(''),
  ApiKeyRequired: z.boolean().default(false),
});

/**
 * Reads a method. Methods share authorizers, so `authorizers` has those that were read already and
 * gets new ones. If something cannot be emulated, the method's integration is the reason.
 * CloudFormation Template Reference, "AWS::ApiGateway::Method".
 */
export const readMethod = (
  template: StackTemplate,
  logicalId: string,
  keySource: KeySource,
  authorizers: Map<string, Authorizer>,
): Omit<Method, 'httpMethod'> => {
  try {
    const { ApiKeyRequired, ...access } = template.read(logicalId, accessSchema);
    if (ApiKeyRequired && keySource !== 'AUTHORIZER') {
      throw new TemplateError(logicalId, 'needs an API key that is not the authorizer’s to name');
    }
    return {
      authorizer: authorizerOf(template, logicalId, access, authorizers),
      apiKeyRequired: ApiKeyRequired,
      integration: readIntegration(template, logicalId),
    };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const integration = { kind: 'not-emulated', reason: error.message } as const;
    return { authorizer: undefined, apiKeyRequired: false, integration };
  }
};

const authorizerOf = (
  template: StackTemplate,
  logicalId: string,
  { AuthorizationType, AuthorizerId }: Omit<z.output<typeof accessSchema>, 'ApiKeyRequired'>,
  authorizers: Map<string, Authorizer>,
): Authorizer | undefined => {
  if (AuthorizationType === 'NONE') return undefined;
  if (AuthorizationType !== 'CUSTOM') {
    throw new TemplateError(logicalId, `an authorization of the type ${AuthorizationType}`);
  }
  if (!template.logicalIds('AWS::ApiGateway::Authorizer').includes(AuthorizerId)) {
    throw new TemplateError(logicalId, `has no authorizer ${AuthorizerId}`);
  }
  const authorizer = authorizers.get(AuthorizerId) ?? readAuthorizer(template, AuthorizerId);
  authorizers.set(AuthorizerId, authorizer);
  return authorizer;
};

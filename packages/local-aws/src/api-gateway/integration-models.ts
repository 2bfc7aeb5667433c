import * as z from 'zod';
import { TemplateError } from '../cloudformation/intrinsics.ts';
import type { StackTemplate } from '../cloudformation/template.ts';
import { functionNameOfUri } from '../lambda/lambda-functions.ts';
import { mockIntegration, mockSchema } from './mock-models.ts';
import type { Integration } from './rest-api.ts';

const integrationSchema = z.object({
  Integration: mockSchema.extend({
    Type: z.string(),
    Uri: z.string().optional(),
    TimeoutInMillis: z.number().default(29_000),
  }),
});

/**
 * Reads a method's integration. CloudFormation Template Reference, "AWS::ApiGateway::Method
 * Integration".
 * @throws TemplateError if it cannot be emulated
 */
export const readIntegration = (template: StackTemplate, logicalId: string): Integration => {
  const { Integration: declared } = template.read(logicalId, integrationSchema);
  const { Type, Uri = '', TimeoutInMillis } = declared;
  switch (Type) {
    case 'AWS_PROXY':
      return {
        kind: 'function',
        functionName: functionNameOfUri(template, logicalId, Uri),
        timeoutMs: TimeoutInMillis,
      };
    case 'MOCK':
      return mockIntegration(logicalId, declared);
    default:
      throw new TemplateError(logicalId, `an integration of the type ${Type}`);
  }
};

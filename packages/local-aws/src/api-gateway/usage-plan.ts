import * as z from 'zod';
import { TemplateError } from '../cloudformation/intrinsics.ts';
import type { StackTemplate } from '../cloudformation/template.ts';
import type { RestApi } from './rest-api.ts';
import type { Limit } from './token-buckets.ts';

const planSchema = z.object({
  ApiStages: z.array(z.object({ ApiId: z.string(), Stage: z.string() })).default([]),
  Throttle: z.object({ RateLimit: z.number(), BurstLimit: z.number() }),
});

/**
 * Reads the limit of the stack's one usage plan: what each of its API keys may send to all APIs
 * together. CloudFormation Template Reference, "AWS::ApiGateway::UsagePlan".
 * @throws TemplateError if there is not exactly one plan, or an API is not on it, as no key would
 * open that API
 */
export const readUsagePlan = (template: StackTemplate, apis: readonly RestApi[]): Limit => {
  const [logicalId, ...others] = template.logicalIds('AWS::ApiGateway::UsagePlan');
  if (logicalId === undefined || others.length > 0) {
    throw new TemplateError('AWS::ApiGateway::UsagePlan', 'there must be one of them');
  }
  const { ApiStages, Throttle } = template.read(logicalId, planSchema);
  for (const { id, stage, name } of apis) {
    if (!ApiStages.some(({ ApiId, Stage }) => ApiId === id && Stage === stage.name)) {
      throw new TemplateError(logicalId, `the stage of ${name} is not on it`);
    }
  }
  return { rate: Throttle.RateLimit, burst: Throttle.BurstLimit };
};

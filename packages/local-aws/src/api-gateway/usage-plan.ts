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
 * Reads the limit of the one usage plan of a stack: what each API key of it may send to all of its APIs together.
 * CloudFormation Template Reference, "AWS::ApiGateway::UsagePlan".
 * @throws TemplateError if there is not one plan, or an API is not on it, as its keys would open nothing there
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

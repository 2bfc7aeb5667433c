import { type Stage, UsagePlan } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import type { RequestLimit } from '../../../lib/accounts/request-limit.ts';

export interface AccountLimitsProps {
  readonly name: string;
  readonly limit: RequestLimit;
  /** The stages of the APIs that count an account's requests together. */
  readonly stages: readonly Stage[];
}

/**
 * The usage plan that limits each account separately. Operators' commands put an account's API key
 * of API Gateway on it, or on the account's own plan.
 */
export class AccountLimits extends UsagePlan {
  constructor(scope: Construct, id: string, { name, limit, stages }: AccountLimitsProps) {
    super(scope, id, {
      name,
      description: 'What each account may send to all APIs of the stage together',
      throttle: { rateLimit: limit.rate, burstLimit: limit.burst },
      apiStages: stages.map((stage) => ({ stage, api: stage.restApi })),
    });
  }
}

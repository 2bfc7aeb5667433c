import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { IDENTITIES, type Stage, type StageIdentity } from './stage-identity.ts';

/** Everything that differs between stages. */
export interface StageConfig extends StageIdentity {
  /** What becomes of tables and logs when the stack is deleted. */
  readonly removalPolicy: RemovalPolicy;
  /** Whether tables and the stack refuse to be deleted, and tables can be restored to any second. */
  readonly protectData: boolean;
  readonly logRetention: RetentionDays;
  /** Requests a second, and at once, that the API takes from all clients together. */
  readonly throttle: { readonly rate: number; readonly burst: number };
}

export const STAGES: Readonly<Record<Stage, StageConfig>> = {
  staging: {
    ...IDENTITIES.staging,
    removalPolicy: RemovalPolicy.DESTROY,
    protectData: false,
    logRetention: RetentionDays.TWO_WEEKS,
    throttle: { rate: 500, burst: 500 },
  },
  production: {
    ...IDENTITIES.production,
    removalPolicy: RemovalPolicy.RETAIN,
    protectData: true,
    logRetention: RetentionDays.ONE_YEAR,
    throttle: { rate: 1000, burst: 2000 },
  },
};

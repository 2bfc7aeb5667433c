import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { ApiName } from '../lib/http/contract.ts';
import { IDENTITIES, type Stage, type StageIdentity } from './stage-identity.ts';
import { LIMITS, type StageLimits } from './stage-limits.ts';

/**
 * How a new version of a function takes over: at once, or with a tenth of the traffic first and with
 * the rest when no alarm went off ("Working with deployment configurations in CodeDeploy").
 */
export const RELEASES = ['all-at-once', 'canary'] as const;
export type Release = (typeof RELEASES)[number];

/** Everything that differs between stages. */
export interface StageConfig extends StageIdentity {
  /**
   * What becomes of tables and logs when the stack is deleted, and of a function's version when the
   * next one is in service.
   */
  readonly removalPolicy: RemovalPolicy;
  /** Whether tables and the stack refuse to be deleted, and tables can be restored to any second. */
  readonly protectData: boolean;
  readonly logRetention: RetentionDays;
  readonly release: Release;
  readonly throttle: StageLimits;
  /**
   * Who is told of alarms, once the subscription is confirmed.
   * @default - nobody: subscribe to the topic that the stack names in its outputs
   */
  readonly alarmEmail?: string;
  /**
   * Addresses of your own, one for each API that shall have one.
   * @default - none: APIs are served at the addresses that API Gateway gives them
   */
  readonly domains?: Readonly<Partial<Record<ApiName, Domain>>>;
}

/** An address of your own. What it must be an alias of in DNS, the stack tells in its outputs. */
export interface Domain {
  /** Without scheme and path: `api.petstore.example`. */
  readonly name: string;
  /** A certificate of ACM for that name, in the region of the stack. */
  readonly certificateArn: string;
}

export const STAGES: Readonly<Record<Stage, StageConfig>> = {
  staging: {
    ...IDENTITIES.staging,
    removalPolicy: RemovalPolicy.DESTROY,
    protectData: false,
    logRetention: RetentionDays.TWO_WEEKS,
    release: 'all-at-once',
    throttle: LIMITS.staging,
  },
  production: {
    ...IDENTITIES.production,
    removalPolicy: RemovalPolicy.RETAIN,
    protectData: true,
    logRetention: RetentionDays.ONE_YEAR,
    release: 'canary',
    throttle: LIMITS.production,
  },
};

import type { KeyPrefix } from '../../lib/accounts/api-key.ts';
import type { Limit } from '../../lib/accounts/limit.ts';
import { ADDRESSES, type StageAddresses } from './addresses.ts';

/** The environments of the service. */
export type Stage = 'production' | 'staging';

/**
 * How a new version of a function takes over: at once, or with a tenth of the traffic first and with
 * the rest when no alarm turned on ("Working with deployment configurations in CodeDeploy").
 */
export const RELEASES = ['all-at-once', 'canary'] as const;
export type Release = (typeof RELEASES)[number];

/** What API Gateway lets through of a stage's requests: docs/decisions/0008-limits.md. */
export interface StageLimits {
  /** What each method of each API takes from all clients together, unless it writes. */
  readonly all: Limit;
  /**
   * What each operation that writes takes from all clients together. Six of them write up to 11 units to the last
   * partition of `pets`, twice as many where the pet is longer than 1 KB. It takes 1,000 a second: 22 times this rate must fit.
   */
  readonly writes: Limit;
  /**
   * What each account may send to all APIs together, unless an operator gave it its own limit. In production it must
   * leave room in the one partition of `pets`, of which a request may take 100 of 3,000 read units a second:
   * docs/decisions/0013-account-limits.md.
   */
  readonly account: Limit;
}

/**
 * Everything that differs between stages, with their addresses. Plain values: operators' commands read them too, and the CDK
 * takes a third of a second to load.
 */
export interface StageConfig extends StageAddresses {
  readonly stackName: string;
  /** What this stage's API keys begin with, so that no key works on another stage. */
  readonly keyPrefix: KeyPrefix;
  /**
   * What becomes of tables and logs when the stack is deleted, and of a function's version when the
   * next one is in service.
   */
  readonly removalPolicy: 'DESTROY' | 'RETAIN';
  /** Whether tables and the stack refuse to be deleted, and tables can be restored to any second. */
  readonly protectData: boolean;
  /** Days that logs are kept. */
  readonly logRetention: 14 | 365;
  readonly release: Release;
  /** Whether a function asks both APIs each minute by their public addresses, and an alarm turns on when they do not answer. */
  readonly probe: boolean;
  /** Whether CloudWatch shows which keys of `pets` and its indexes are throttled: Contributor Insights, for $4 a month. */
  readonly throttledKeys: boolean;
  readonly throttle: StageLimits;
}

export const STAGES: Readonly<Record<Stage, StageConfig>> = {
  staging: {
    ...ADDRESSES.stages.staging,
    stackName: 'pet-store-staging',
    keyPrefix: 'pet_test_',
    removalPolicy: 'DESTROY',
    protectData: false,
    logRetention: 14,
    release: 'all-at-once',
    probe: false,
    throttledKeys: false,
    throttle: {
      all: { rate: 500, burst: 500 },
      // Tests write as fast as they can, with one account: more at once than in production, and as much as all others.
      writes: { rate: 45, burst: 500 },
      account: { rate: 100, burst: 200 },
    },
  },
  production: {
    ...ADDRESSES.stages.production,
    stackName: 'pet-store-production',
    keyPrefix: 'pet_live_',
    removalPolicy: 'RETAIN',
    protectData: true,
    logRetention: 365,
    release: 'canary',
    probe: true,
    throttledKeys: true,
    throttle: {
      // The most at once that some regions take ("Amazon API Gateway quotas").
      all: { rate: 1000, burst: 1250 },
      // No more at once than in a second, for accounts too: DynamoDB takes short bursts from what a
      // partition left unused, but does not promise it ("DynamoDB burst and adaptive capacity").
      writes: { rate: 45, burst: 45 },
      account: { rate: 20, burst: 20 },
    },
  },
};

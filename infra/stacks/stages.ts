import type { KeyPrefix } from '../../lib/accounts/api-key.ts';
import type { RequestLimit } from '../../lib/accounts/request-limit.ts';
import { ADDRESSES, type StageAddresses } from './addresses.ts';

/** The environments of the service. */
export type Stage = 'production' | 'staging';

/**
 * How a new version of a function is released: at once, or with a tenth of the traffic first and
 * the rest if no alarm turned on ("Working with deployment configurations in CodeDeploy").
 */
export const RELEASES = ['all-at-once', 'canary'] as const;
export type Release = (typeof RELEASES)[number];

/** What API Gateway lets through of a stage's requests: docs/decisions/0008-limits.md. */
export interface StageLimits {
  /** What each method of each API takes from all clients together, unless it writes. */
  readonly all: RequestLimit;
  /**
   * What each operation that writes takes from all clients together. Six of them write up to 11
   * units to the last partition of `pets`, and twice as many if the pet is longer than 1 KB. The
   * partition takes 1,000 units a second, so it must take 22 times this rate.
   */
  readonly writes: RequestLimit;
  /**
   * What each account may send to all APIs together, unless an operator gave it its own limit. In
   * production other accounts must keep room in the one partition of `pets`: a request may read 100
   * of its 3,000 units a second (docs/decisions/0013-account-limits.md).
   */
  readonly account: RequestLimit;
}

/**
 * Everything that differs between stages, with their addresses. These are plain values, as
 * operators' commands read them too, and loading the CDK takes a third of a second.
 */
export interface StageConfig extends StageAddresses {
  readonly stackName: string;
  /** The prefix of this stage's API keys, so that no key works on another stage. */
  readonly keyPrefix: KeyPrefix;
  /** Whether tables and logs are deleted with the stack, and a function's version when the next one is in service. */
  readonly removalPolicy: 'DESTROY' | 'RETAIN';
  /** Whether tables and the stack refuse to be deleted, and tables can be restored to any second. */
  readonly protectData: boolean;
  /** Days that logs are kept. */
  readonly logRetention: 14 | 365;
  readonly release: Release;
  /** Leaves out the streams of tables, and what they invoke. @default - they are deployed */
  readonly streams?: 'off';
  /** Whether a function asks both APIs each minute by their public addresses, and an alarm turns on when they do not answer. */
  readonly probe: boolean;
  /** Whether CloudWatch shows which keys of `pets` and its indexes are throttled (Contributor Insights, $4 a month). */
  readonly throttledKeys: boolean;
  readonly throttle: StageLimits;
  /**
   * How many invocations may deliver to webhooks at once, to 20 each, so that slow receivers leave executions to the APIs. Lambda keeps 100
   * of the AWS account's executions free of such bounds: an account of less than 100 more cannot have it.
   * @default - as many as the AWS account may run
   */
  readonly deliveries?: number;
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
      // Tests write as fast as they can, with one account. It may send more at once than in
      // production, and as much as all others together.
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
      // The largest burst that some regions allow ("Amazon API Gateway quotas").
      all: { rate: 1000, burst: 1250 },
      // No larger burst than the rate, for accounts too. DynamoDB serves short bursts from a
      // partition's unused capacity, but does not promise it ("DynamoDB burst and adaptive
      // capacity").
      writes: { rate: 45, burst: 45 },
      account: { rate: 20, burst: 20 },
    },
    deliveries: 100,
  },
};

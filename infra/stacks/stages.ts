import type { KeyPrefix } from '../../lib/accounts/api-key.ts';
import type { Plan, RequestLimit } from '../../lib/accounts/plan.ts';
import { ADDRESSES, type StageAddresses } from './addresses.ts';

export type Stage = 'production' | 'staging';

/**
 * How a new version of a function is released: at once, or with a tenth of the traffic first and
 * the rest if no alarm turned on ("Working with deployment configurations in CodeDeploy").
 */
export const RELEASES = ['all-at-once', 'canary'] as const;
export type Release = (typeof RELEASES)[number];

export interface PlanLimit extends RequestLimit {
  /**
   * How much of it may be one operation: `listPets`, which may read 100 pets, and those that leave a record for each key.
   * @default - all of it
   */
  readonly operations: Readonly<Record<string, RequestLimit>>;
}

/** Keys of an account: as many at once as it may have, and six a minute from then on. Each leaves a record for 30 days. */
const KEYS = { rate: 0.1, burst: 20 };

const NEW_KEYS = { createKey: KEYS, rollKey: KEYS };

/** A plan of which pages of pets may take a half. */
const halfForPages = (rate: number): PlanLimit => {
  const pages = { rate: rate / 2, burst: rate / 2 };
  return { rate, burst: rate, operations: { ...NEW_KEYS, listPets: pages } };
};

/** What API Gateway lets through of a stage's requests: docs/decisions/0008-limits.md. */
export interface StageLimits {
  /**
   * What each method of each API takes from all clients together. API Gateway counts it before it asks the
   * authorizer, so anybody without a key can use it up: it is far above what one address and one account may send.
   */
  readonly method: RequestLimit;
  /**
   * What each account of a plan may send to all APIs together. At most what a method takes from all.
   * `standard` is that of new accounts: docs/decisions/0013-account-limits.md.
   */
  readonly plans: Readonly<Record<Plan, PlanLimit>>;
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
   * Requests a minute from one IP address to both APIs, more of which AWS WAF refuses: half of a method's limit, as many
   * clients may share an address. It costs $6 a month, and $0.60 for a million requests.
   * @default - no limit, and no price
   */
  readonly addressLimit?: number;
  /**
   * The requests a second that `pets` and its indexes take from the first second on, which costs once (docs/cost.md).
   * @default - what DynamoDB gives a new table: 4,000 writes and 12,000 reads
   */
  readonly warmThroughput?: {
    readonly readUnitsPerSecond: number;
    readonly writeUnitsPerSecond: number;
  };
  /**
   * How many invocations may deliver to webhooks at once, to 20 each, so that slow receivers leave executions to the APIs. Lambda
   * keeps 100 of the AWS account's executions free of such bounds: an account of less than 100 more cannot have it.
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
      method: { rate: 1000, burst: 1250 },
      plans: {
        standard: { rate: 100, burst: 200, operations: NEW_KEYS },
        large: { rate: 250, burst: 500, operations: NEW_KEYS },
        bulk: { rate: 500, burst: 500, operations: NEW_KEYS },
      },
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
      method: { rate: 1000, burst: 1250 },
      // No larger burst than the rate. DynamoDB serves short bursts from a partition's unused
      // capacity, but does not promise it ("DynamoDB burst and adaptive capacity").
      plans: {
        standard: halfForPages(20),
        large: halfForPages(100),
        bulk: halfForPages(500),
      },
    },
    addressLimit: 30_000,
    deliveries: 100,
  },
};

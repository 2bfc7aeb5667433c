import type { KeyPrefix } from '../lib/accounts/api-key.ts';

/** The environments of the service. */
export type Stage = 'production' | 'staging';

/** What tells one stage from another to who uses it. */
export interface StageIdentity {
  readonly stackName: string;
  /** What this stage's API keys begin with, so that no key works on another stage. */
  readonly keyPrefix: KeyPrefix;
}

/** Apart from the rest of a stage's settings, as reading those loads the CDK: a third of a second. */
export const IDENTITIES: Readonly<Record<Stage, StageIdentity>> = {
  staging: { stackName: 'pet-store-staging', keyPrefix: 'pet_test_' },
  production: { stackName: 'pet-store-production', keyPrefix: 'pet_live_' },
};

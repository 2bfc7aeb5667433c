import type { ApiName } from '../../../lib/http/contract.ts';
import { ADDRESSES } from '../../stacks/addresses.ts';

/** A base address of an API, and what it is for. */
export type Server = {
  readonly url: string;
  readonly description: string;
  /** Whether only people who work on the service use it. */
  readonly 'x-internal': boolean;
};

const { production, staging } = ADDRESSES.stages;

const serversOf = (api: ApiName): readonly Server[] => [
  { url: production.apis[api].url, description: 'Production', 'x-internal': false },
  { url: staging.apis[api].url, description: 'Staging', 'x-internal': false },
];

/** The published base addresses of each API. */
export const SERVERS: Readonly<Record<ApiName, readonly Server[]>> = {
  pets: serversOf('pets'),
  quickstart: serversOf('quickstart'),
};

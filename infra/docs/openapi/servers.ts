import type { ApiName } from '../../../lib/http/contract.ts';
import { ADDRESSES } from '../../stacks/addresses.ts';

/** Where an API is served, and what for. */
export interface Server {
  readonly url: string;
  readonly description: string;
  /** Whether it is for the service's own people. */
  readonly 'x-internal': boolean;
}

const serversOf = (api: ApiName): readonly Server[] => {
  const { production, staging } = ADDRESSES.stages;
  return [
    { url: production.apis[api].url, description: 'Production', 'x-internal': false },
    { url: staging.apis[api].url, description: 'Staging', 'x-internal': false },
  ];
};

/** The published base addresses of each API. */
export const SERVERS: Readonly<Record<ApiName, readonly Server[]>> = {
  pets: serversOf('pets'),
  quickstart: serversOf('quickstart'),
};

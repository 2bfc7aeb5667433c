import type { ApiName } from '../../lib/http/contract.ts';

/** Where an API is served, and what for. */
export interface Server {
  readonly url: string;
  readonly description: string;
  /** Whether it is for the service's own people. */
  readonly 'x-internal': boolean;
}

/** The base addresses of each API. Reserved names stand in for yours: name those here. */
export const SERVERS: Readonly<Record<ApiName, readonly Server[]>> = {
  pets: [
    { url: 'https://api.petstore.example/v1', description: 'Production', 'x-internal': false },
    { url: 'https://api.staging.petstore.example/v1', description: 'Staging', 'x-internal': false },
  ],
  quickstart: [
    {
      url: 'https://quickstart.petstore.example/v1',
      description: 'Production',
      'x-internal': false,
    },
    {
      url: 'https://quickstart.staging.petstore.example/v1',
      description: 'Staging',
      'x-internal': false,
    },
  ],
};

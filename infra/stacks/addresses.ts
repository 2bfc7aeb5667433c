import type { ApiName } from '../../lib/http/contract.ts';

/** Where clients reach an API of a stage. */
export interface ApiAddress {
  /** Its base address, as the documents name it. */
  readonly url: `https://${string}/v1`;
  /**
   * A certificate of ACM for that host, in the region of the stack. With it the stack serves the
   * API at that host. Its outputs then name the target of the host's DNS alias.
   * @default - API Gateway gives the API an address: the stack's outputs name it
   */
  readonly certificateArn?: string;
}

export interface StageAddresses {
  readonly apis: Readonly<Record<ApiName, ApiAddress>>;
  /**
   * Who gets mail when an alarm turns on or off, once the subscription is confirmed.
   * @default - nobody, and synthesis warns: subscribe to the topic in the stack's outputs
   */
  readonly alarmEmail?: string;
}

/** Every address and name that the person who deploys the service must choose. */
export interface Addresses {
  /**
   * Where clients read `docs/` as HTML, such as `https://github.com/OWNER/REPOSITORY/blob/main/docs/`. Headers of deprecated
   * operations link to it.
   */
  readonly documentation: `https://${string}/`;
  /**
   * Where operators read RUNBOOK.md, such as `https://github.com/OWNER/REPOSITORY/blob/main/RUNBOOK.md`. Alarms link to its
   * headings, and the page links to `docs/` next to it.
   */
  readonly runbook: string;
  /** Whom clients may ask. */
  readonly contact: { readonly name: string; readonly email: string };
  /** The budget of the AWS account, and who gets mail when costs exceed it, or are about to. */
  readonly budget: { readonly dollarsAMonth: number; readonly email: string };
  readonly stages: Readonly<Record<'production' | 'staging', StageAddresses>>;
}

/** Names that end in `.example` are examples: put yours here. Synthesis warns until you do. */
export const ADDRESSES: Addresses = {
  documentation: 'https://docs.petstore.example/',
  runbook: 'https://docs.petstore.example/RUNBOOK.md',
  contact: { name: 'Pet Store', email: 'api@petstore.example' },
  budget: { dollarsAMonth: 50, email: 'billing@petstore.example' },
  stages: {
    production: {
      apis: {
        pets: { url: 'https://api.petstore.example/v1' },
        quickstart: { url: 'https://quickstart.petstore.example/v1' },
      },
    },
    staging: {
      apis: {
        pets: { url: 'https://api.staging.petstore.example/v1' },
        quickstart: { url: 'https://quickstart.staging.petstore.example/v1' },
      },
    },
  },
};

export type { EventPage } from './events.ts';
export type { List, Page } from './list.ts';
export { Quickstart } from './operations.ts';
export type {
  CallOptions,
  ClientOptions,
  CreateOptions,
  FetchRequest,
  FetchResponse,
  FollowOptions,
  PutOptions as PutCategoryOptions,
  ReadOptions,
} from './options.ts';
export { PetStore } from './pet-store.ts';
export { type ErrorCode, PetStoreError } from './pet-store-error.ts';
export type * from './types.ts';
export type { ListEventsQuery as EventsQuery } from './types.ts';
export { readDelivery, WebhookSignatureError } from './webhook.ts';

export type { EventPage, EventsQuery, FollowOptions } from './events.ts';
export type { CreateOptions } from './idempotency.ts';
export type { List, Page } from './list.ts';
export { PetStore, type PutCategoryOptions } from './pet-store.ts';
export { type ErrorCode, PetStoreError } from './pet-store-error.ts';
export { Quickstart } from './quickstart.ts';
export type { CallOptions, ClientOptions } from './send.ts';
export type * from './types.ts';

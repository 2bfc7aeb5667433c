// Made by `npm run generate`: do not edit.

/** Your account, and the key that you asked with. */
export interface Account {
  /** Made by the service: unique, never used again. */
  id: string;
  /** What operators call it. */
  name: string;
  /** What it may send, with all its keys together. */
  limit: {
    /** How many requests it may send in a second. */
    requestsPerSecond: bigint;
    /** How many of them at once. */
    burst: bigint;
  };
  key: Key;
}

/** Says what a `categoryId` of pets means. */
export interface Category {
  /** What pets carry as `categoryId`. Clients choose it. */
  id: bigint;
  /** Unicode code points, at least one of them not white space. Kept exactly as sent. */
  name: string;
}

/** A category to be. Other members are ignored. */
export interface CategoryInput {
  /** Unicode code points, at least one of them not white space. Kept exactly as sent. */
  name: string;
}

/** Every answer that is not a success. */
export interface ServiceError {
  /** For programs: stable, and explained among the error codes. Others may join these. */
  code:
    | 'invalid_json'
    | 'validation_failed'
    | 'unsupported_media_type'
    | 'invalid_cursor'
    | 'request_too_large'
    | 'webhook_url_refused'
    | 'idempotency_key_reused'
    | 'unauthorized'
    | 'insufficient_scope'
    | 'not_owner'
    | 'pet_not_found'
    | 'order_not_found'
    | 'category_not_found'
    | 'webhook_not_found'
    | 'key_not_found'
    | 'route_not_found'
    | 'method_not_allowed'
    | 'pet_not_available'
    | 'pet_ordered'
    | 'order_closed'
    | 'webhook_limit'
    | 'key_limit'
    | 'key_rolled'
    | 'events_expired'
    | 'precondition_failed'
    | 'rate_limited'
    | 'internal_error'
    | 'unavailable'
    | 'timeout';
  /** For people: what was wrong, and how to fix the request. May change. */
  message: string;
  /** Repeats the HTTP status. */
  status: number;
}

/** Something that happened to a pet or an order. */
export type Event = PetEvent | OrderEvent;

/** What happened to a pet or an order. */
export type EventType =
  | 'pet.created'
  | 'pet.updated'
  | 'pet.deleted'
  | 'order.placed'
  | 'order.completed'
  | 'order.cancelled';

/** A new API key of your account. */
export interface IssuedKey {
  /** Made by the service. It says nothing of the key. */
  id: string;
  /** What the key is for. */
  name: string;
  scope: KeyScope;
  /** When it was created: ISO 8601, in UTC, to the millisecond. */
  createdAt: string;
  /** When it ends. Left out if it does not. */
  expiresAt?: string;
  /** The hour in which it was last used. Left out before the first use. */
  lastUsedAt?: string;
  /** The key that a roll made for it. Left out if none did. */
  replacedBy?: string;
  /** How the key begins, and its last four characters. */
  hint: string;
  /** The key itself, this once: the service stores only its SHA-256. */
  apiKey: string;
}

/** An API key of your account. The key itself is not stored. */
export interface Key {
  /** Made by the service. It says nothing of the key. */
  id: string;
  /** What the key is for. */
  name: string;
  scope: KeyScope;
  /** When it was created: ISO 8601, in UTC, to the millisecond. */
  createdAt: string;
  /** When it ends. Left out if it does not. */
  expiresAt?: string;
  /** The hour in which it was last used. Left out before the first use. */
  lastUsedAt?: string;
  /** The key that a roll made for it. Left out if none did. */
  replacedBy?: string;
  /** How the key begins, and its last four characters. */
  hint: string;
}

/** A key to be. Other members are ignored. */
export interface KeyInput {
  /** What the key is for, in characters that can be seen. */
  name: string;
  /** @default "full" */
  scope?: KeyScope;
  /**
   * When the key ends, to the millisecond. Without it the key ends with the one that you ask with, or
   * never.
   */
  expiresAt?: string;
}

/** How a key is rolled. Other members are ignored. */
export interface KeyRoll {
  /** How many hours the old key still works. */
  overlapHours?: bigint;
}

/** What a key may do: everything (`full`), or only list and get (`read`). */
export type KeyScope = 'full' | 'read';

/** A message, stored and queued. */
export interface Message {
  /** A UUIDv7 (RFC 9562): texts in order are in order of time. */
  id: string;
  /** Unicode code points, kept exactly as sent. */
  message: string;
  status: 'queued';
  /** ISO 8601, in UTC, to the millisecond. */
  createdAt: string;
}

/** A message to be. Other members are ignored. */
export interface MessageInput {
  /** Unicode code points, kept exactly as sent. */
  message: string;
}

/** A customer’s order for one pet. */
export interface Order {
  /** Made by the service: unique, never used again. */
  id: bigint;
  /** The pet that is ordered. */
  petId: bigint;
  status: OrderStatus;
  role: OrderRole;
  /** When it was placed: ISO 8601, in UTC, to the millisecond. */
  createdAt: string;
  /** When its status last changed. */
  updatedAt: string;
}

/** A change of an order: `data` is the order after it. */
export interface OrderEvent {
  /** Its place in the log: 1, 2, 3, … without gaps. */
  position: bigint;
  /** When the change was made: ISO 8601, in UTC, to the second. */
  createdAt: string;
  /**
   * `order.placed`, `order.completed` or `order.cancelled`. Others may come: skip those that you do
   * not know.
   */
  type: string;
  data: Order;
}

/** An order to be. Other members are ignored. */
export interface OrderInput {
  /** The pet to order. */
  petId: bigint;
}

/**
 * What your account is in the order: the `customer`, who placed it, or the `owner` of the pet. If
 * you order your own pet, you are the `owner`.
 */
export type OrderRole = 'customer' | 'owner';

/** Whether an order is open, or how it ended. */
export type OrderStatus = 'placed' | 'completed' | 'cancelled';

/** An animal that is, or was, up for adoption. */
export interface Pet {
  /** Made by the service: unique, ascending, never used again. */
  id: bigint;
  /** Unicode code points, at least one of them not white space. Kept exactly as sent. */
  name: string;
  /** What kind of animal it is. */
  categoryId: bigint;
  status: PetStatus;
}

/** A change of a pet: `data` is the pet after it, or as it was when deleted. */
export interface PetEvent {
  /** Its place in the log: 1, 2, 3, … without gaps. */
  position: bigint;
  /** When the change was made: ISO 8601, in UTC, to the second. */
  createdAt: string;
  /** `pet.created`, `pet.updated` or `pet.deleted`. Others may come: skip those that you do not know. */
  type: string;
  data: Pet;
  /** Of `pet.updated`: the members that changed, as they were before. */
  previous?: {
    /** Unicode code points, at least one of them not white space. Kept exactly as sent. */
    name?: string;
    /** What kind of animal it is. */
    categoryId?: bigint;
    status?: PetStatus;
  };
}

/** A pet to be. Other members are ignored. */
export interface PetInput {
  /** Unicode code points, at least one of them not white space. Kept exactly as sent. */
  name: string;
  /** What kind of animal it is. */
  categoryId: bigint;
  /** @default "available" */
  status?: PetStatus;
}

/**
 * A change of a pet, as a JSON merge patch (RFC 7396). Members that are left out stay as they are.
 * No member can be removed, so null is refused. Other members are ignored.
 */
export interface PetPatch {
  /** Unicode code points, at least one of them not white space. Kept exactly as sent. */
  name?: string;
  /** What kind of animal it is. */
  categoryId?: bigint;
  status?: PetStatus;
}

/** Where a pet stands on its way to a new home. */
export type PetStatus = 'available' | 'pending' | 'sold';

/** A place in a log that the service moves on. Its secret is never shown. */
export interface Webhook {
  /** Made by the service: unique, never used again. */
  id: string;
  /** Where events are sent to. */
  url: string;
  /** The log: of all pets, or of the orders of your account. */
  about: 'pets' | 'orders';
  /** The types of events that are sent. Without it all are. */
  types?: string[];
  status: WebhookStatus;
  /** The last position that was delivered, or left out by its type. */
  delivered: bigint;
  /** While deliveries fail: since when, and why. */
  failing?: {
    /** When the first failure since the last success was: ISO 8601, in UTC, to the millisecond. */
    since: string;
    /** How many failed since then, or since you last changed the webhook. */
    attempts: bigint;
    /** The last HTTP status, if there was an answer. */
    lastStatus?: bigint;
    /** Why there was no answer, such as `timeout` or `address_refused`. Others may come. */
    lastError?: string;
    /** When the service tries again. Left out once the webhook is disabled. */
    nextAttemptAt?: string;
  };
  /** When it was created: ISO 8601, in UTC, to the millisecond. */
  createdAt: string;
}

/** A webhook to be. Other members are ignored. */
export interface WebhookInput {
  /**
   * Where events are sent to: `https`, port 443, a public host name. It is kept as the URL standard
   * writes it.
   */
  url: string;
  /**
   * What signs each delivery: `whsec_` and 24 to 64 random bytes in base64. You choose it, and it is
   * never shown.
   */
  secret: string;
  /**
   * The log: of all pets, or of the orders of your account.
   * @default "pets"
   */
  about?: 'pets' | 'orders';
  /** The types of events that are sent, all of the log that it is about. */
  types?: EventType[];
}

/**
 * A change of a webhook, as a JSON merge patch (RFC 7396). Members that are left out stay as they
 * are. `types: null` sends all types again; no other member can be removed. Other members, such as
 * `about`, are ignored.
 */
export interface WebhookPatch {
  /**
   * Where events are sent to: `https`, port 443, a public host name. It is kept as the URL standard
   * writes it.
   */
  url?: string;
  /**
   * What signs each delivery: `whsec_` and 24 to 64 random bytes in base64. You choose it, and it is
   * never shown.
   */
  secret?: string;
  types?: EventType[] | null;
  status?: WebhookStatus;
  /** It resumes after this position. An earlier one repeats events, a later one skips some. */
  delivered?: bigint;
}

/**
 * Whether the service delivers. It disables a webhook that answers 410, and one that has failed for
 * five days.
 */
export type WebhookStatus = 'enabled' | 'disabled';

/** The query of `listCategories`. */
export interface ListCategoriesQuery {
  /**
   * Most categories on a page.
   * @default 20
   */
  limit?: number | undefined;
  /** Where the page begins: opaque, taken from `Link`, and only for the same filters. */
  cursor?: string | undefined;
}

/** The query of `listEvents`. */
export interface ListEventsQuery {
  /**
   * The log: of all pets, or of the orders of your account.
   * @default "pets"
   */
  about?: 'pets' | 'orders' | undefined;
  /**
   * The page begins after this position. `latest` is an empty page whose `Link` leads on from now.
   * Without it the page begins with the oldest event that is kept.
   */
  after?: bigint | 'latest' | undefined;
  /**
   * Most events on a page.
   * @default 20
   */
  limit?: number | undefined;
}

/** The query of `listOrders`. */
export interface ListOrdersQuery {
  /**
   * Most orders on a page.
   * @default 20
   */
  limit?: number | undefined;
  /** Only orders with this status. */
  status?: OrderStatus | undefined;
  /** Where the page begins: opaque, taken from `Link`, and only for the same filters. */
  cursor?: string | undefined;
}

/** The query of `listPets`. */
export interface ListPetsQuery {
  /**
   * Most pets on a page.
   * @default 20
   */
  limit?: number | undefined;
  /** Only pets with this status. */
  status?: PetStatus | undefined;
  /** **Beta**. Only pets that carry this `categoryId`. */
  categoryId?: bigint | undefined;
  /** Where the page begins: opaque, taken from `Link`, and only for the same filters. */
  cursor?: string | undefined;
  /**
   * **Beta**. The existing pets with these ids: `ids=7,8`, or `ids=7&ids=8`. It comes without
   * `status`, `categoryId` and `cursor`. With one id the answer has the `ETag` of that pet.
   */
  ids?: readonly bigint[] | undefined;
}

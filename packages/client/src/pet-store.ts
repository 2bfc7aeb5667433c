import {
  copy,
  type EventPage,
  type EventsQuery,
  eventPageOf,
  type FollowOptions,
  follow,
} from './events.ts';
import { exactText } from './exact-text.ts';
import { unlessGone } from './gone.ts';
import { type CreateOptions, once } from './idempotency.ts';
import { createList, type List, type Page, pageOf } from './list.ts';
import type { operations, paths } from './openapi.ts';
import { type CallOptions, type ClientOptions, createSend, type Send } from './send.ts';
import { idOf, ifUnchanged, keepTag, tagged } from './tags.ts';
import type {
  Category,
  NewCategory,
  NewOrder,
  NewPet,
  NewWebhook,
  Order,
  OrderEvent,
  Pet,
  PetEvent,
  PetPatch,
  Webhook,
  WebhookPatch,
} from './types.ts';

type Query<Operation extends keyof operations> = NonNullable<
  operations[Operation]['parameters']['query']
>;

/** What putCategory takes. */
export interface PutCategoryOptions extends CallOptions {
  /**
   * Whether it fails with `precondition_failed` where your account has a category with this id already.
   * @default false
   */
  readonly onlyNew?: boolean;
}

/** A client of the pets' address. Every method throws a PetStoreError if its request fails. */
export class PetStore {
  readonly #send: Send<Exclude<keyof paths, '/messages'>>;

  /** @throws TypeError if the address or the key is missing, or cannot be one */
  constructor(options: ClientOptions) {
    this.#send = createSend(options);
  }

  /** Puts a pet up for adoption: one pet, however often the request has to be sent. */
  createPet(pet: NewPet, options: CreateOptions = {}): Promise<Pet> {
    return tagged(this.#send('POST', '/pets', { body: pet }, once(options)));
  }

  /**
   * Gets one pet.
   * @deprecated It ends on 5 December 2030. `petsByIds` replaces it.
   */
  getPet(petId: bigint, options: CallOptions = {}): Promise<Pet> {
    return tagged(this.#send('GET', '/pets/{petId}', { path: { petId } }, options));
  }

  /** Gets one page of pets, in ascending order of id. */
  listPets(
    query: Omit<Query<'listPets'>, 'ids'> = {},
    options: CallOptions = {},
  ): Promise<Page<Pet>> {
    return pageOf(this.#send('GET', '/pets', { query }, options));
  }

  /** Lists all pets, in ascending order of id. `limit` is the size of a page. */
  allPets(
    query: Omit<Query<'listPets'>, 'cursor' | 'ids'> = {},
    options: CallOptions = {},
  ): List<Pet> {
    return createList((from) => this.listPets({ ...query, ...from }, options));
  }

  /**
   * Gets the pets of 1 to 100 ids that exist, in ascending order of id. A pet that is asked for alone carries its tag.
   * @beta
   */
  async petsByIds(ids: readonly bigint[], options: CallOptions = {}): Promise<readonly Pet[]> {
    const { body, headers } = await this.#send('GET', '/pets', { query: { ids } }, options);
    const [pet] = body;
    if (pet) keepTag(pet, headers);
    return body;
  }

  /**
   * Changes a pet of your account.
   *
   * Give the pet as `createPet`, `updatePet` or `petsByIds` returned it: the change fails with
   * `precondition_failed` if somebody else changed the pet since. Give an id, or a pet of a list, and
   * the last change wins.
   * @beta
   */
  updatePet(pet: Pet | bigint, changes: PetPatch, options: CallOptions = {}): Promise<Pet> {
    const headers = ifUnchanged(pet);
    const input = { path: { petId: idOf(pet) }, body: changes };
    // A repetition with a tag would fail by the change that it repeats.
    const repeatable = !('If-Match' in headers);
    return tagged(this.#send('PATCH', '/pets/{petId}', input, { ...options, headers, repeatable }));
  }

  /**
   * Deletes a pet of your account. Give the pet or its id, as for `updatePet`.
   * @beta
   */
  async deletePet(pet: Pet | bigint, options: CallOptions = {}): Promise<void> {
    const input = { path: { petId: idOf(pet) } };
    const headers = ifUnchanged(pet);
    const sent = this.#send('DELETE', '/pets/{petId}', input, { ...options, headers });
    await unlessGone(sent, 'pet_not_found');
  }

  /**
   * Orders a pet: one order, however often the request has to be sent.
   * @beta
   */
  async placeOrder(order: NewOrder, options: CreateOptions = {}): Promise<Order> {
    return (await this.#send('POST', '/store/orders', { body: order }, once(options))).body;
  }

  /**
   * Gets one order that your account placed, or that is for its pet.
   * @beta
   */
  async getOrder(orderId: bigint, options: CallOptions = {}): Promise<Order> {
    const input = { path: { orderId } };
    return (await this.#send('GET', '/store/orders/{orderId}', input, options)).body;
  }

  /**
   * Completes an order for a pet of your account: the pet is sold. An order that is completed stays as it is.
   * @beta
   */
  async completeOrder(orderId: bigint, options: CallOptions = {}): Promise<Order> {
    const input = { path: { orderId } };
    const again = { ...options, repeatable: true };
    return (await this.#send('POST', '/store/orders/{orderId}/complete', input, again)).body;
  }

  /**
   * Cancels an order: its pet is available again. An order that is cancelled stays as it is.
   * @beta
   */
  async cancelOrder(orderId: bigint, options: CallOptions = {}): Promise<Order> {
    const input = { path: { orderId } };
    const again = { ...options, repeatable: true };
    return (await this.#send('POST', '/store/orders/{orderId}/cancel', input, again)).body;
  }

  /**
   * Gets one page of the orders that your account placed, and of those for its pets, the newest first.
   * @beta
   */
  listOrders(query: Query<'listOrders'> = {}, options: CallOptions = {}): Promise<Page<Order>> {
    return pageOf(this.#send('GET', '/store/orders', { query }, options));
  }

  /**
   * Lists all orders that your account placed, and those for its pets, the newest first. `limit` is the size of a page.
   * @beta
   */
  allOrders(
    query: Omit<Query<'listOrders'>, 'cursor'> = {},
    options: CallOptions = {},
  ): List<Order> {
    return createList((from) => this.listOrders({ ...query, ...from }, options));
  }

  /**
   * Creates a category, or changes its name. It is of your account if it is new.
   *
   * Give a category as `getCategory` or `putCategory` returned it, and the change fails with
   * `precondition_failed` if somebody else changed it since. Give an id, or a category of a list, and
   * the last change wins.
   * @beta
   */
  putCategory(
    category: Category | bigint,
    wanted: NewCategory,
    { onlyNew = false, ...options }: PutCategoryOptions = {},
  ): Promise<Category> {
    const headers: Readonly<Record<string, string>> = onlyNew
      ? { 'If-None-Match': '*' }
      : ifUnchanged(category);
    const input = { path: { categoryId: idOf(category) }, body: wanted };
    // A repetition with a condition would fail by what it repeats.
    const repeatable = Object.keys(headers).length === 0;
    const path = '/categories/{categoryId}';
    return tagged(this.#send('PUT', path, input, { ...options, headers, repeatable }));
  }

  /**
   * Gets one category.
   * @beta
   */
  getCategory(categoryId: bigint, options: CallOptions = {}): Promise<Category> {
    const input = { path: { categoryId } };
    return tagged(this.#send('GET', '/categories/{categoryId}', input, options));
  }

  /**
   * Deletes a category of your account. Give the category or its id, as for `putCategory`.
   * @beta
   */
  async deleteCategory(category: Category | bigint, options: CallOptions = {}): Promise<void> {
    const input = { path: { categoryId: idOf(category) } };
    const headers = ifUnchanged(category);
    const path = '/categories/{categoryId}';
    const sent = this.#send('DELETE', path, input, { ...options, headers });
    await unlessGone(sent, 'category_not_found');
  }

  /**
   * Gets one page of categories, in ascending order of id.
   * @beta
   */
  listCategories(
    query: Query<'listCategories'> = {},
    options: CallOptions = {},
  ): Promise<Page<Category>> {
    return pageOf(this.#send('GET', '/categories', { query }, options));
  }

  /**
   * Lists all categories, in ascending order of id. `limit` is the size of a page.
   * @beta
   */
  allCategories(
    query: Omit<Query<'listCategories'>, 'cursor'> = {},
    options: CallOptions = {},
  ): List<Category> {
    return createList((from) => this.listCategories({ ...query, ...from }, options));
  }

  /**
   * Gets one page of what changed, the oldest first: of pets, or with `about: 'orders'` of the orders of your account.
   * @beta
   */
  listEvents(
    query: EventsQuery & { readonly about: 'orders' },
    options?: CallOptions,
  ): Promise<EventPage<OrderEvent>>;
  listEvents(
    query?: EventsQuery & { readonly about?: 'pets' },
    options?: CallOptions,
  ): Promise<EventPage<PetEvent>>;
  listEvents(
    query: EventsQuery = {},
    options: CallOptions = {},
  ): Promise<EventPage<OrderEvent | PetEvent>> {
    return this.#page(query, options);
  }

  #page({ after, ...query }: EventsQuery, { signal }: CallOptions) {
    const from = { ...query, ...(after !== undefined && { after: exactText('after', after) }) };
    return eventPageOf(this.#send('GET', '/events', { query: from }, { signal }));
  }

  /**
   * Gives what changes, for ever: it asks again each second, until its signal ends it. Begin with the position that you
   * kept, or with `latest`. It fails with `events_expired` where events after the position are no longer kept.
   * @beta
   */
  followEvents(
    query: Omit<EventsQuery, 'about'> & { readonly about: 'orders' },
    options?: FollowOptions,
  ): AsyncIterable<OrderEvent>;
  followEvents(
    query?: Omit<EventsQuery, 'about'> & { readonly about?: 'pets' },
    options?: FollowOptions,
  ): AsyncIterable<PetEvent>;
  followEvents(
    { after, ...query }: EventsQuery = {},
    options: FollowOptions = {},
  ): AsyncIterable<OrderEvent | PetEvent> {
    return follow((from) => this.#page({ ...query, after: from }, options), after, options);
  }

  /**
   * Keeps a copy of all pets in memory, for ever, and gives it each time that it is up to date.
   * @beta
   */
  copyPets(options: FollowOptions = {}): AsyncIterable<ReadonlyMap<bigint, Pet>> {
    return copy(
      (after) => this.#page({ after, limit: 100 }, options),
      () => this.allPets({ limit: 100 }, options),
      options,
    );
  }

  /**
   * Has events sent to a URL: one webhook, however often the request has to be sent.
   * @beta
   */
  createWebhook(webhook: NewWebhook, options: CreateOptions = {}): Promise<Webhook> {
    return tagged(this.#send('POST', '/webhooks', { body: webhook }, once(options)));
  }

  /**
   * Lists all webhooks of your account.
   * @beta
   */
  async listWebhooks(options: CallOptions = {}): Promise<readonly Webhook[]> {
    return (await this.#send('GET', '/webhooks', {}, options)).body;
  }

  /**
   * Gets one webhook of your account.
   * @beta
   */
  getWebhook(webhookId: string, options: CallOptions = {}): Promise<Webhook> {
    const input = { path: { webhookId } };
    return tagged(this.#send('GET', '/webhooks/{webhookId}', input, options));
  }

  /**
   * Changes a webhook of your account, or where it goes on.
   *
   * Give its id. Give the webhook as `createWebhook`, `getWebhook` or `updateWebhook` returned it, and the change fails
   * with `precondition_failed` if something changed since: each delivery does.
   * @beta
   */
  updateWebhook(
    webhook: Webhook | string,
    changes: WebhookPatch,
    options: CallOptions = {},
  ): Promise<Webhook> {
    const headers = ifUnchanged(webhook);
    const input = { path: { webhookId: idOf(webhook) }, body: changes };
    // A repetition with a tag would fail by the change that it repeats.
    const repeatable = !('If-Match' in headers);
    const path = '/webhooks/{webhookId}';
    return tagged(this.#send('PATCH', path, input, { ...options, headers, repeatable }));
  }

  /**
   * Deletes a webhook of your account. Give the webhook or its id, as for `updateWebhook`.
   * @beta
   */
  async deleteWebhook(webhook: Webhook | string, options: CallOptions = {}): Promise<void> {
    const input = { path: { webhookId: idOf(webhook) } };
    const headers = ifUnchanged(webhook);
    const sent = this.#send('DELETE', '/webhooks/{webhookId}', input, { ...options, headers });
    await unlessGone(sent, 'webhook_not_found');
  }
}

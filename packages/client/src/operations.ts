// Made by `npm run generate`: do not edit.

import { isEither, isListOf, isNothing, isObjectOf } from './answers.ts';
import { conditionOf, idOf } from './etags.ts';
import { type EventPage, eventPageOf } from './events.ts';
import { bodyOf } from './exchange.ts';
import { createList, type List, type Page, pageOf } from './list.ts';
import type {
  CallOptions,
  ClientOptions,
  CreateOptions,
  PutOptions,
  ReadOptions,
} from './options.ts';
import { unlessGone } from './retry.ts';
import { createSend, type Send } from './send.ts';
import type {
  Account,
  Category,
  CategoryInput,
  Event,
  IssuedKey,
  Key,
  KeyInput,
  KeyRoll,
  ListCategoriesQuery,
  ListEventsQuery,
  ListOrdersQuery,
  ListPetsQuery,
  Message,
  MessageInput,
  Order,
  OrderEvent,
  OrderInput,
  Pet,
  PetEvent,
  PetInput,
  PetPatch,
  Webhook,
  WebhookInput,
  WebhookPatch,
} from './types.ts';

const isAccount = isObjectOf<Account>({ string: ['id', 'name'], object: ['limit', 'key'] });
const isCategory = isObjectOf<Category>({ bigint: ['id'], string: ['name'] });
const isIssuedKey = isObjectOf<IssuedKey>({
  string: ['id', 'name', 'scope', 'createdAt', 'hint', 'apiKey'],
});
const isKey = isObjectOf<Key>({ string: ['id', 'name', 'scope', 'createdAt', 'hint'] });
const isMessage = isObjectOf<Message>({ string: ['id', 'message', 'status', 'createdAt'] });
const isOrder = isObjectOf<Order>({
  bigint: ['id', 'petId'],
  string: ['status', 'role', 'createdAt', 'updatedAt'],
});
const isOrderEvent = isObjectOf<OrderEvent>({
  bigint: ['position'],
  string: ['createdAt', 'type'],
  object: ['data'],
});
const isPet = isObjectOf<Pet>({ bigint: ['id', 'categoryId'], string: ['name', 'status'] });
const isPetEvent = isObjectOf<PetEvent>({
  bigint: ['position'],
  string: ['createdAt', 'type'],
  object: ['data'],
});
const isWebhook = isObjectOf<Webhook>({
  string: ['id', 'url', 'about', 'status', 'createdAt'],
  bigint: ['delivered'],
});

/** The operations at the pets’ address. `PetStore` has more. Every method throws a PetStoreError if its request fails. */
export class PetStoreOperations {
  readonly #send: Send;

  /** @throws TypeError if the address or the key is missing, or cannot be one */
  constructor(options: ClientOptions) {
    this.#send = createSend(options);
  }

  /**
   * Cancel an order.
   *
   * The customer may cancel it, and so may the owner of the pet. The pet becomes `available` in the
   * same step. An order that is cancelled already is answered as it is, so the request is safe to
   * repeat. The body is ignored.
   * @beta
   * @throws PetStoreError also with code `order_not_found`, `order_closed`
   */
  cancelOrder(orderId: bigint, options: CallOptions = {}): Promise<Order> {
    const input = { path: { orderId }, repeatable: true };
    return bodyOf(this.#send('POST /store/orders/{orderId}/cancel', isOrder, input, options));
  }

  /**
   * Complete an order.
   *
   * Only the owner of the pet may complete it: the customer gets 403 `not_owner`. The pet becomes
   * `sold` in the same step. An order that is completed already is answered as it is, so the request
   * is safe to repeat. The body is ignored.
   * @beta
   * @throws PetStoreError also with code `not_owner`, `order_not_found`, `order_closed`
   */
  completeOrder(orderId: bigint, options: CallOptions = {}): Promise<Order> {
    const input = { path: { orderId }, repeatable: true };
    return bodyOf(this.#send('POST /store/orders/{orderId}/complete', isOrder, input, options));
  }

  /**
   * Create a key of your account.
   *
   * The answer has the key itself, this once. An account can have 20 keys. A key that ends cannot
   * create one that ends later. It takes no Idempotency-Key: after a lost answer [list the keys, and
   * revoke the one that nobody has](keys.md).
   * @beta
   * @throws PetStoreError also with code `key_limit`
   */
  createKey(keyInput: KeyInput, options: CallOptions = {}): Promise<IssuedKey> {
    const input = { body: keyInput };
    return bodyOf(this.#send('POST /keys', isIssuedKey, input, options));
  }

  /**
   * Put a pet up for adoption. It takes effect once, however often the request has to be sent.
   *
   * The answer is the pet with its new `id`. If requests overlap, the order of their ids may not be
   * the order of their answers.
   * @throws PetStoreError
   */
  createPet(petInput: PetInput, options: CreateOptions = {}): Promise<Pet> {
    const input = { body: petInput, once: true };
    return bodyOf(this.#send('POST /pets', isPet, input, options));
  }

  /**
   * Have events sent to a URL. It takes effect once, however often the request has to be sent.
   *
   * From now on the service sends what `GET /events?after=delivered` would answer, in order, at least
   * once, and one request at a time. Any answer of 2xx within 15 seconds moves `delivered` on. First
   * it sends an empty array, once. An account can have 10 webhooks.
   * @beta
   * @throws PetStoreError also with code `webhook_url_refused`, `webhook_limit`
   */
  createWebhook(webhookInput: WebhookInput, options: CreateOptions = {}): Promise<Webhook> {
    const input = { body: webhookInput, once: true };
    return bodyOf(this.#send('POST /webhooks', isWebhook, input, options));
  }

  /**
   * Delete a category.
   *
   * Only the account that created the category may delete it. Pets keep its id. Any account may
   * create a category with this id again. A second delete is 404, and so is the repetition of one
   * whose answer was lost.
   *
   * Give the category as a method returned it, and the request fails with `precondition_failed` if it
   * changed since. With an id, or a category of a list, the last change wins.
   * @beta
   * @throws PetStoreError also with code `not_owner`, `category_not_found`, `precondition_failed`
   */
  deleteCategory(category: Category | bigint, options: CallOptions = {}): Promise<void> {
    const input = { path: { categoryId: idOf(category) }, condition: conditionOf(category) };
    return unlessGone(
      this.#send('DELETE /categories/{categoryId}', isNothing, input, options),
      'category_not_found',
    );
  }

  /**
   * Delete a pet.
   *
   * Only the account that created the pet may delete it. A pet that an open order holds stays: 409.
   * Its id is never given again. A second delete is 404, and so is the repetition of one whose answer
   * was lost.
   *
   * Give the pet as a method returned it, and the request fails with `precondition_failed` if it
   * changed since. With an id, or a pet of a list, the last change wins.
   * @beta
   * @throws PetStoreError also with code `not_owner`, `pet_not_found`, `precondition_failed`,
   * `pet_ordered`
   */
  deletePet(pet: Pet | bigint, options: CallOptions = {}): Promise<void> {
    const input = { path: { petId: idOf(pet) }, condition: conditionOf(pet) };
    return unlessGone(
      this.#send('DELETE /pets/{petId}', isNothing, input, options),
      'pet_not_found',
    );
  }

  /**
   * Delete one of your account's webhooks.
   *
   * A delivery that is under way may still arrive. A second delete is 404, and so is the repetition
   * of one whose answer was lost.
   *
   * Give the webhook as a method returned it, and the request fails with `precondition_failed` if it
   * changed since. With an id, or a webhook of a list, the last change wins.
   * @beta
   * @throws PetStoreError also with code `webhook_not_found`, `precondition_failed`
   */
  deleteWebhook(webhook: Webhook | string, options: CallOptions = {}): Promise<void> {
    const input = { path: { webhookId: idOf(webhook) }, condition: conditionOf(webhook) };
    return unlessGone(
      this.#send('DELETE /webhooks/{webhookId}', isNothing, input, options),
      'webhook_not_found',
    );
  }

  /**
   * Get your account, and whose key this is.
   *
   * `key` is the key that the request carried.
   * @beta
   * @throws PetStoreError
   */
  getAccount(options: CallOptions = {}): Promise<Account> {
    const input = {};
    return bodyOf(this.#send('GET /account', isAccount, input, options));
  }

  /**
   * Get one category.
   *
   * Categories of all accounts. An id that is not an int64 in plain digits is 404.
   * @beta
   * @throws PetStoreError also with code `category_not_found`
   */
  getCategory(categoryId: bigint, options: ReadOptions<Category> = {}): Promise<Category> {
    const input = { path: { categoryId } };
    return bodyOf(this.#send('GET /categories/{categoryId}', isCategory, input, options));
  }

  /**
   * Get one order.
   *
   * Only orders that your account placed, and orders for its pets: others do not exist for you.
   * @beta
   * @throws PetStoreError also with code `order_not_found`
   */
  getOrder(orderId: bigint, options: CallOptions = {}): Promise<Order> {
    const input = { path: { orderId } };
    return bodyOf(this.#send('GET /store/orders/{orderId}', isOrder, input, options));
  }

  /**
   * Get one pet.
   *
   * An id that is not an int64 in plain digits is 404, as no pet can have it. `listPets` with `ids`
   * answers `[]` for a pet that does not exist, and 400 for such an id.
   * @deprecated It ends on 2030-12-05. `GET /pets?ids={petId}` replaces it.
   * @throws PetStoreError also with code `pet_not_found`
   */
  getPet(petId: bigint, options: ReadOptions<Pet> = {}): Promise<Pet> {
    const input = { path: { petId } };
    return bodyOf(this.#send('GET /pets/{petId}', isPet, input, options));
  }

  /**
   * Get one of your account's webhooks.
   *
   * `delivered` and `failing` say how far it is, and why it goes no further. Webhooks of other
   * accounts are 404.
   * @beta
   * @throws PetStoreError also with code `webhook_not_found`
   */
  getWebhook(webhookId: string, options: ReadOptions<Webhook> = {}): Promise<Webhook> {
    const input = { path: { webhookId } };
    return bodyOf(this.#send('GET /webhooks/{webhookId}', isWebhook, input, options));
  }

  /**
   * List categories in ascending order of id.
   *
   * Categories of all accounts. Every page is full but the last. Follow the URL in the `Link` header
   * with `rel="next"` as it is; the last page has none.
   * @beta
   * @throws PetStoreError also with code `validation_failed`, `invalid_cursor`
   */
  listCategories(
    query: ListCategoriesQuery = {},
    options: CallOptions = {},
  ): Promise<Page<Category>> {
    const input = { query };
    return pageOf(this.#send('GET /categories', isListOf(isCategory), input, options));
  }

  /**
   * All of `listCategories`, page by page. `limit` is the size of a page.
   * @beta
   */
  allCategories(
    query: Omit<ListCategoriesQuery, 'cursor'> = {},
    options: CallOptions = {},
  ): List<Category> {
    return createList((cursor) => this.listCategories({ ...query, cursor }, options));
  }

  /**
   * List what changed, the oldest first.
   *
   * Each change that took effect is in its log exactly once. Positions are 1, 2, 3, … without gaps,
   * and the events of one pet, or one order, are in the order of its changes. A log has no last page:
   * every answer, also an empty one, has a `Link` with `rel="next"`. Follow it as it is, after a
   * pause where the page is empty. Events are kept for 30 days. Usually an event is there within a
   * second.
   * @beta
   * @throws PetStoreError also with code `validation_failed`, `events_expired`
   */
  listEvents(query: ListEventsQuery = {}, options: CallOptions = {}): Promise<EventPage<Event>> {
    const input = { query };
    return eventPageOf(
      this.#send('GET /events', isListOf(isEither(isPetEvent, isOrderEvent)), input, options),
    );
  }

  /**
   * List your account's keys that work.
   *
   * The oldest first, at most 20: there is one page. A key that ended at its `expiresAt` is listed
   * for a day more, as clocks may differ: delete it if nobody needs it. A key that was just created,
   * rolled or revoked may be listed as it was for a moment.
   * @beta
   * @throws PetStoreError
   */
  listKeys(options: CallOptions = {}): Promise<readonly Key[]> {
    const input = {};
    return bodyOf(this.#send('GET /keys', isListOf(isKey), input, options));
  }

  /**
   * List your account's orders, the newest first.
   *
   * They are the orders that your account placed, and the orders for its pets: `role` tells which.
   * Every page is full but the last. Follow the URL in the `Link` header with `rel="next"` as it is;
   * the last page has none. With `status` the list follows an index, which usually catches up within
   * a second.
   * @beta
   * @throws PetStoreError also with code `validation_failed`, `invalid_cursor`
   */
  listOrders(query: ListOrdersQuery = {}, options: CallOptions = {}): Promise<Page<Order>> {
    const input = { query };
    return pageOf(this.#send('GET /store/orders', isListOf(isOrder), input, options));
  }

  /**
   * All of `listOrders`, page by page. `limit` is the size of a page.
   * @beta
   */
  allOrders(query: Omit<ListOrdersQuery, 'cursor'> = {}, options: CallOptions = {}): List<Order> {
    return createList((cursor) => this.listOrders({ ...query, cursor }, options));
  }

  /**
   * List pets in ascending order of id.
   *
   * Every page is full but the last. Follow the URL in the `Link` header with `rel="next"` as it is;
   * the last page has none. A walk returns every pet that existed during the whole walk exactly once.
   * With `status` or `categoryId` the list follows an index, which may be a moment late.
   * @throws PetStoreError also with code `validation_failed`, `invalid_cursor`
   */
  listPets(query: ListPetsQuery = {}, options: ReadOptions<Pet> = {}): Promise<Page<Pet>> {
    const input = { query };
    return pageOf(this.#send('GET /pets', isListOf(isPet), input, options));
  }

  /** All of `listPets`, page by page. `limit` is the size of a page. */
  allPets(query: Omit<ListPetsQuery, 'cursor'> = {}, options: CallOptions = {}): List<Pet> {
    return createList((cursor) => this.listPets({ ...query, cursor }, options));
  }

  /**
   * List your account's webhooks.
   *
   * All of them: there is one page.
   * @beta
   * @throws PetStoreError
   */
  listWebhooks(options: CallOptions = {}): Promise<readonly Webhook[]> {
    const input = {};
    return bodyOf(this.#send('GET /webhooks', isListOf(isWebhook), input, options));
  }

  /**
   * Order a pet. It takes effect once, however often the request has to be sent.
   *
   * A pet that is `available` becomes `pending` in the same step. It keeps that status until the
   * order is closed. If several clients order one pet at once, exactly one gets it. Pets of all
   * accounts can be ordered. Your account and the owner of the pet see the order.
   * @beta
   * @throws PetStoreError also with code `pet_not_found`, `pet_not_available`
   */
  placeOrder(orderInput: OrderInput, options: CreateOptions = {}): Promise<Order> {
    const input = { body: orderInput, once: true };
    return bodyOf(this.#send('POST /store/orders', isOrder, input, options));
  }

  /**
   * Create a category, or change its name.
   *
   * The answer is 201 if the category is new, and 200 if it was there. Any int64 is a valid id. A
   * category belongs to the account that created it; others cannot change it. With `If-None-Match: *`
   * the request only creates: of several at once one is 201, and the others are 412, or 403 if they
   * come from another account. With `If-Match` it only changes, and only what nobody else has changed
   * since you read it.
   *
   * Give the category as a method returned it, and the request fails with `precondition_failed` if it
   * changed since. With an id, or a category of a list, the last change wins.
   * @beta
   * @throws PetStoreError also with code `not_owner`, `category_not_found`, `precondition_failed`
   */
  putCategory(
    category: Category | bigint,
    categoryInput: CategoryInput,
    options: PutOptions = {},
  ): Promise<Category> {
    const input = {
      path: { categoryId: idOf(category) },
      body: categoryInput,
      condition: conditionOf(category, options),
    };
    return bodyOf(this.#send('PUT /categories/{categoryId}', isCategory, input, options));
  }

  /**
   * End a key of your account, for good.
   *
   * It is refused after at most 60 seconds. A key may revoke itself. After the last key with full
   * access only an operator can issue one.
   * @beta
   * @throws PetStoreError also with code `key_not_found`
   */
  revokeKey(keyId: string, options: CallOptions = {}): Promise<void> {
    const input = { path: { keyId } };
    return unlessGone(
      this.#send('DELETE /keys/{keyId}', isNothing, input, options),
      'key_not_found',
    );
  }

  /**
   * Replace a key of your account.
   *
   * The answer is a new key of the same name, scope and end, with the key itself, this once. The old
   * one ends after `overlapHours`, or earlier if it was to end before; after 0 it is revoked. While
   * both work, both count among the 20 keys. A key that ends cannot roll one that ends later. A key
   * is rolled once.
   * @beta
   * @throws PetStoreError also with code `validation_failed`, `key_not_found`, `key_limit`,
   * `key_rolled`
   */
  rollKey(keyId: string, keyRoll: KeyRoll, options: CallOptions = {}): Promise<IssuedKey> {
    const input = { path: { keyId }, body: keyRoll };
    return bodyOf(this.#send('POST /keys/{keyId}/roll', isIssuedKey, input, options));
  }

  /**
   * Change a pet.
   *
   * Only the account that created the pet may change it. With `If-Match` the change takes effect only
   * if nobody else has changed the pet since you read it: of two changes with the same tag one is
   * 412. Without it the last one wins. A pet that an open order holds keeps its status until then:
   * 409. An empty patch is answered with the pet as it is.
   *
   * Give the pet as a method returned it, and the request fails with `precondition_failed` if it
   * changed since. With an id, or a pet of a list, the last change wins.
   * @beta
   * @throws PetStoreError also with code `not_owner`, `pet_not_found`, `precondition_failed`,
   * `pet_ordered`
   */
  updatePet(pet: Pet | bigint, petPatch: PetPatch, options: CallOptions = {}): Promise<Pet> {
    const input = { path: { petId: idOf(pet) }, body: petPatch, condition: conditionOf(pet) };
    return bodyOf(this.#send('PATCH /pets/{petId}', isPet, input, options));
  }

  /**
   * Change a webhook, or the position it resumes from.
   *
   * An enabled webhook that fails is tried again at once. `{"status": "enabled"}` resumes where a
   * disabled one stopped. `{"delivered": 1000}` resumes after that position, which must be in the
   * log. A new `secret` takes over at once, and the former one signs as well for 24 hours. A delivery
   * that is under way is not stopped. With `If-Match` the change takes effect only if nothing has
   * changed since you read the webhook: deliveries change it too. An empty patch is answered with the
   * webhook as it is.
   *
   * Give the webhook as a method returned it, and the request fails with `precondition_failed` if it
   * changed since. With an id, or a webhook of a list, the last change wins.
   * @beta
   * @throws PetStoreError also with code `webhook_url_refused`, `webhook_not_found`,
   * `precondition_failed`
   */
  updateWebhook(
    webhook: Webhook | string,
    webhookPatch: WebhookPatch,
    options: CallOptions = {},
  ): Promise<Webhook> {
    const input = {
      path: { webhookId: idOf(webhook) },
      body: webhookPatch,
      condition: conditionOf(webhook),
    };
    return bodyOf(this.#send('PATCH /webhooks/{webhookId}', isWebhook, input, options));
  }
}

/** A client of the quickstart’s address, which is not that of the pets. Every method throws a PetStoreError if its request fails. */
export class Quickstart {
  readonly #send: Send;

  /** @throws TypeError if the address or the key is missing, or cannot be one */
  constructor(options: ClientOptions) {
    this.#send = createSend(options);
  }

  /**
   * Send a first message. It takes effect once, however often the request has to be sent.
   *
   * The quickstart: it proves that key and JSON work. The message is stored before it is answered,
   * and kept for 30 days.
   * @throws PetStoreError
   */
  createMessage(messageInput: MessageInput, options: CreateOptions = {}): Promise<Message> {
    const input = { body: messageInput, once: true };
    return bodyOf(this.#send('POST /messages', isMessage, input, options));
  }
}

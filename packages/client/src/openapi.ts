// Made by `npm run generate`: do not edit.
export interface paths {
    "/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List categories in ascending order of id
         * @description **Beta**: it stays, but details may change.
         *
         *     Categories of all accounts. Every page is full but the last. Follow the URL in the `Link` header with `rel="next"` as it is; the last page has none.
         */
        get: operations["listCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories/{categoryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one category
         * @description **Beta**: it stays, but details may change.
         *
         *     Categories of all accounts. An id that is not an int64 in plain digits is 404.
         */
        get: operations["getCategory"];
        /**
         * Create a category, or change its name
         * @description **Beta**: it stays, but details may change.
         *
         *     The answer is 201 if the category is new, and 200 if it was there. Any int64 is a valid id. A category belongs to the account that created it; others cannot change it. With `If-None-Match: *` the request only creates: of several at once one is 201, and the others are 412, or 403 if they come from another account. With `If-Match` it only changes, and only what nobody else has changed since you read it.
         */
        put: operations["putCategory"];
        post?: never;
        /**
         * Delete a category
         * @description **Beta**: it stays, but details may change.
         *
         *     Only the account that created the category may delete it. Pets keep its id. Any account may create a category with this id again. A second delete is 404, and so is the repetition of one whose answer was lost.
         */
        delete: operations["deleteCategory"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what changed, the oldest first
         * @description **Beta**: it stays, but details may change.
         *
         *     Each change that took effect is in its log exactly once. Positions are 1, 2, 3, … without gaps, and the events of one pet, or one order, are in the order of its changes. A log has no last page: every answer, also an empty one, has a `Link` with `rel="next"`. Follow it as it is, after a pause where the page is empty. Events are kept for 30 days. Usually an event is there within a second.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a first message
         * @description The quickstart: it proves that key and JSON work. The message is stored before it is answered, and kept for 30 days.
         */
        post: operations["createMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pets in ascending order of id
         * @description Every page is full but the last. Follow the URL in the `Link` header with `rel="next"` as it is; the last page has none. A walk returns every pet that existed during the whole walk exactly once. With `status` or `categoryId` the list follows an index, which may be a moment late.
         */
        get: operations["listPets"];
        put?: never;
        /**
         * Put a pet up for adoption
         * @description The answer to the request is the pet with its new `id`. Requests that overlap may be given ids in another order than they are answered in.
         */
        post: operations["createPet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pets/{petId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one pet
         * @deprecated
         * @description An id that is not an int64 in plain digits is 404, as no pet can have it. `listPets` with `ids` answers `[]` for a pet that does not exist, and 400 for such an id.
         *
         *     Deprecated: `GET /pets?ids={petId}` replaces it.
         */
        get: operations["getPet"];
        put?: never;
        post?: never;
        /**
         * Delete a pet
         * @description **Beta**: it stays, but details may change.
         *
         *     Only the account that created the pet may delete it. A pet that an open order holds stays: 409. Its id is never given again. A second delete is 404, and so is the repetition of one whose answer was lost.
         */
        delete: operations["deletePet"];
        options?: never;
        head?: never;
        /**
         * Change a pet
         * @description **Beta**: it stays, but details may change.
         *
         *     Only the account that created the pet may change it. With `If-Match` the change takes effect only if nobody else has changed the pet since you read it: of two changes with the same tag one is 412. Without it the last one wins. A pet that an open order holds keeps its status until then: 409. An empty patch is answered with the pet as it is.
         */
        patch: operations["updatePet"];
        trace?: never;
    };
    "/store/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your account's orders, the newest first
         * @description **Beta**: it stays, but details may change.
         *
         *     They are the orders that your account placed, and the orders for its pets: `role` tells which. Every page is full but the last. Follow the URL in the `Link` header with `rel="next"` as it is; the last page has none. With `status` the list follows an index, which usually catches up within a second.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Order a pet
         * @description **Beta**: it stays, but details may change.
         *
         *     A pet that is `available` becomes `pending` in the same step. It keeps that status until the order is completed or cancelled. Of any number of clients who order one pet at once exactly one gets it. Pets of all accounts can be ordered. Your account and the owner of the pet see the order.
         */
        post: operations["placeOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/orders/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one order
         * @description **Beta**: it stays, but details may change.
         *
         *     Only orders that your account placed, and orders for its pets: others do not exist for you.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/orders/{orderId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an order
         * @description **Beta**: it stays, but details may change.
         *
         *     The customer may cancel it, and so may the owner of the pet. The pet becomes `available` in the same step. An order that is cancelled already is answered as it is, so the request is safe to repeat. The body is ignored.
         */
        post: operations["cancelOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/orders/{orderId}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete an order
         * @description **Beta**: it stays, but details may change.
         *
         *     Only the owner of the pet may complete it: the customer gets 403 `not_owner`. The pet becomes `sold` in the same step. An order that is completed already is answered as it is, so the request is safe to repeat. The body is ignored.
         */
        post: operations["completeOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your account's webhooks
         * @description **Beta**: it stays, but details may change.
         *
         *     All of them: there is one page.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Have events sent to a URL
         * @description **Beta**: it stays, but details may change.
         *
         *     From now on the service sends what `GET /events?after=delivered` would answer, in order, at least once, and one request at a time. Any answer of 2xx within 15 seconds moves `delivered` on. First it sends an empty array, once. An account can have 10 webhooks.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one of your account's webhooks
         * @description **Beta**: it stays, but details may change.
         *
         *     `delivered` and `failing` say how far it is, and why it goes no further. Webhooks of other accounts are 404.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete one of your account's webhooks
         * @description **Beta**: it stays, but details may change.
         *
         *     A delivery that is under way may still arrive. A second delete is 404, and so is the repetition of one whose answer was lost.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook, or where it goes on
         * @description **Beta**: it stays, but details may change.
         *
         *     An enabled webhook that fails is tried again at once. `{"status": "enabled"}` goes on where a disabled one stopped. `{"delivered": 1000}` goes on after that position, which must be in the log. A new `secret` takes over at once, and the former one signs as well for 24 hours. A delivery that is under way is not stopped. With `If-Match` the change takes effect only if nothing has changed since you read the webhook: deliveries change it too. An empty patch is answered with the webhook as it is.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
}
export interface webhooks {
    events: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What your receiver gets
         * @description **Beta**: it stays, but details may change.
         *
         *     Up to 100 events and 64 KB, as `listEvents` would answer them after `delivered`: never of two requests at once, and in order. Verify the signature over the bytes of the body before you read them ([Standard Webhooks](https://www.standardwebhooks.com)).
         */
        post: operations["receiveEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description Categories in ascending order of id, negative ids first. */
        Categories: components["schemas"]["Category"][];
        /** @description Says what a `categoryId` of pets means. */
        Category: {
            /**
             * Format: int64
             * @description What pets carry as `categoryId`. Clients choose it.
             */
            id: bigint;
            /** @description Unicode code points, one of them no white space. Kept exactly as sent. */
            name: string;
        };
        /** @description Every answer that is not a success. */
        Error: {
            /** @description For programs: stable, and explained among the error codes. Others may join these. */
            code: "invalid_json" | "validation_failed" | "unsupported_media_type" | "invalid_cursor" | "request_too_large" | "webhook_url_refused" | "idempotency_key_reused" | "unauthorized" | "insufficient_scope" | "not_owner" | "pet_not_found" | "order_not_found" | "category_not_found" | "webhook_not_found" | "route_not_found" | "method_not_allowed" | "pet_not_available" | "pet_ordered" | "order_closed" | "webhook_limit" | "events_expired" | "precondition_failed" | "rate_limited" | "internal_error" | "unavailable" | "timeout";
            /** @description For people: what was wrong, and how to fix the request. May change. */
            message: string;
            /**
             * Format: int32
             * @description Repeats the HTTP status.
             */
            status: number;
        };
        /** @description Events of one log in the order of their positions, without a gap. */
        Events: (components["schemas"]["PetEvent"] | components["schemas"]["OrderEvent"])[];
        /** @description A message, stored and queued. */
        Message: {
            /** @description A UUIDv7 (RFC 9562): texts in order are in order of time. */
            id: string;
            /** @description Unicode code points, kept exactly as sent. */
            message: string;
            /** @constant */
            status: "queued";
            /**
             * Format: date-time
             * @description ISO 8601, in UTC, to the millisecond.
             */
            createdAt: string;
        };
        /** @description A category to be. Other members are ignored. */
        NewCategory: {
            /** @description Unicode code points, one of them no white space. Kept exactly as sent. */
            name: string;
        };
        /** @description A message to be. Other members are ignored. */
        NewMessage: {
            /** @description Unicode code points, kept exactly as sent. */
            message: string;
        };
        /** @description An order to be. Other members are ignored. */
        NewOrder: {
            /**
             * Format: int64
             * @description The pet to order.
             */
            petId: bigint;
        };
        /** @description A pet to be. Other members are ignored. */
        NewPet: {
            /** @description Unicode code points, one of them no white space. Kept exactly as sent. */
            name: string;
            /**
             * Format: int64
             * @description What kind of animal it is.
             */
            categoryId: bigint;
            /** @default available */
            status?: components["schemas"]["PetStatus"];
        };
        /** @description A webhook to be. Other members are ignored. */
        NewWebhook: {
            /**
             * Format: uri
             * @description Where events are sent to: `https`, port 443, a public host name. It is kept as the URL standard writes it.
             */
            url: string;
            /**
             * Format: password
             * @description What signs each delivery: `whsec_` and 24 to 64 random bytes in base64. You choose it, and it is never shown.
             */
            secret: string;
            /**
             * @description The log: of all pets, or of the orders of your account.
             * @default pets
             * @enum {string}
             */
            about?: "pets" | "orders";
            /** @description The types of events that are sent, all of the log that it is about. */
            types?: ("pet.created" | "pet.updated" | "pet.deleted" | "order.placed" | "order.completed" | "order.cancelled")[];
        };
        /** @description A customer’s order for one pet. */
        Order: {
            /**
             * Format: int64
             * @description Made by the service: unique, never used again.
             */
            id: bigint;
            /**
             * Format: int64
             * @description The pet that is ordered.
             */
            petId: bigint;
            status: components["schemas"]["OrderStatus"];
            role: components["schemas"]["OrderRole"];
            /**
             * Format: date-time
             * @description When it was placed: ISO 8601, in UTC, to the millisecond.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its status last changed.
             */
            updatedAt: string;
        };
        /** @description A change of an order: `data` is the order after it. */
        OrderEvent: {
            /**
             * Format: int64
             * @description Its place in the log: 1, 2, 3, … without gaps.
             */
            position: bigint;
            /**
             * Format: date-time
             * @description When the change was made: ISO 8601, in UTC, to the second.
             */
            createdAt: string;
            /** @description `order.placed`, `order.completed` or `order.cancelled`. Others may come: skip those that you do not know. */
            type: string;
            data: components["schemas"]["Order"];
        };
        /**
         * @description What your account is in the order: the `customer`, who placed it, or the `owner` of the pet. Who orders their own pet is the `owner`.
         * @enum {string}
         */
        OrderRole: "customer" | "owner";
        /**
         * @description Whether an order is open, or how it ended.
         * @enum {string}
         */
        OrderStatus: "placed" | "completed" | "cancelled";
        /** @description Orders, the newest first. */
        Orders: components["schemas"]["Order"][];
        /** @description An animal that is, or was, up for adoption. */
        Pet: {
            /**
             * Format: int64
             * @description Made by the service: unique, ascending, never used again.
             */
            id: bigint;
            /** @description Unicode code points, one of them no white space. Kept exactly as sent. */
            name: string;
            /**
             * Format: int64
             * @description What kind of animal it is.
             */
            categoryId: bigint;
            status: components["schemas"]["PetStatus"];
        };
        /** @description A change of a pet: `data` is the pet after it, or as it was when deleted. */
        PetEvent: {
            /**
             * Format: int64
             * @description Its place in the log: 1, 2, 3, … without gaps.
             */
            position: bigint;
            /**
             * Format: date-time
             * @description When the change was made: ISO 8601, in UTC, to the second.
             */
            createdAt: string;
            /** @description `pet.created`, `pet.updated` or `pet.deleted`. Others may come: skip those that you do not know. */
            type: string;
            data: components["schemas"]["Pet"];
            /** @description Of `pet.updated`: the members that changed, as they were before. */
            previous?: {
                /** @description Unicode code points, one of them no white space. Kept exactly as sent. */
                name?: string;
                /**
                 * Format: int64
                 * @description What kind of animal it is.
                 */
                categoryId?: bigint;
                status?: components["schemas"]["PetStatus"];
            };
        };
        /** @description A change of a pet, as a JSON merge patch (RFC 7396). Members that are left out stay as they are. No member can be removed, so null is refused. Other members are ignored. */
        PetPatch: {
            /** @description Unicode code points, one of them no white space. Kept exactly as sent. */
            name?: string;
            /**
             * Format: int64
             * @description What kind of animal it is.
             */
            categoryId?: bigint;
            status?: components["schemas"]["PetStatus"];
        };
        /**
         * @description Where a pet stands on its way to a new home.
         * @enum {string}
         */
        PetStatus: "available" | "pending" | "sold";
        /** @description Pets in ascending order of id. */
        Pets: components["schemas"]["Pet"][];
        /** @description A place in a log that the service moves on. Its secret is never shown. */
        Webhook: {
            /** @description Made by the service: unique, never used again. */
            id: string;
            /**
             * Format: uri
             * @description Where events are sent to.
             */
            url: string;
            /**
             * @description The log: of all pets, or of the orders of your account.
             * @enum {string}
             */
            about: "pets" | "orders";
            /** @description The types of events that are sent. Without it all are. */
            types?: string[];
            status: components["schemas"]["WebhookStatus"];
            /**
             * Format: int64
             * @description The last position that was delivered, or left out by its type.
             */
            delivered: bigint;
            /** @description While deliveries fail: since when, and why. */
            failing?: {
                /**
                 * Format: date-time
                 * @description When the first of these failures was: ISO 8601, in UTC, to the millisecond.
                 */
                since: string;
                /**
                 * Format: int64
                 * @description How many failed since then.
                 */
                attempts: bigint;
                /**
                 * Format: int64
                 * @description The last HTTP status, if there was an answer.
                 */
                lastStatus?: bigint;
                /** @description Why there was no answer, such as `timeout` or `address_refused`. Others may come. */
                lastError?: string;
                /**
                 * Format: date-time
                 * @description When the service tries again. Left out once the webhook is disabled.
                 */
                nextAttemptAt?: string;
            };
            /**
             * Format: date-time
             * @description When it was created: ISO 8601, in UTC, to the millisecond.
             */
            createdAt: string;
        };
        /** @description A change of a webhook, as a JSON merge patch (RFC 7396). Members that are left out stay as they are. `types: null` sends all types again; no other member can be removed. Other members, such as `about`, are ignored. */
        WebhookPatch: {
            /**
             * Format: uri
             * @description Where events are sent to: `https`, port 443, a public host name. It is kept as the URL standard writes it.
             */
            url?: string;
            /**
             * Format: password
             * @description What signs each delivery: `whsec_` and 24 to 64 random bytes in base64. You choose it, and it is never shown.
             */
            secret?: string;
            types?: ("pet.created" | "pet.updated" | "pet.deleted" | "order.placed" | "order.completed" | "order.cancelled")[] | null;
            status?: components["schemas"]["WebhookStatus"];
            /**
             * Format: int64
             * @description Where it goes on: after this position. An earlier one repeats events, a later one skips some.
             */
            delivered?: bigint;
        };
        /**
         * @description Whether the service delivers. It disables a webhook that answers 410, and one that has failed for five days.
         * @enum {string}
         */
        WebhookStatus: "enabled" | "disabled";
        /** @description Webhooks in ascending order of id. */
        Webhooks: components["schemas"]["Webhook"][];
    };
    responses: {
        /** @description `validation_failed`: The request is not well-formed, or its headers are too large. Check its path, query and headers. */
        validation_failed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unauthorized`: This needs a valid API key. Send it in the header Authorization: Bearer <API key>, and check that it is whole, of this stage, and neither expired nor revoked. */
        unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `rate_limited`: Too many requests. Send it again after the seconds that Retry-After gives. */
        rate_limited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `internal_error`: Something went wrong on our side. If it happens again, report the value of the X-Request-Id header. */
        internal_error: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unavailable`: The service is busy or its storage fails. Send the request again after the seconds that Retry-After gives. Where the operation takes an Idempotency-Key, send the same key again; check first whether any other write took effect. */
        unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `timeout`: The service did not answer in time. The request may or may not have taken effect. Where the operation takes an Idempotency-Key, send it again with the same key; check first whether any other write took effect. */
        timeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `insufficient_scope`: This API key may only read. Use a key with full access for this. */
        insufficient_scope: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Names the request: tell it when you report a problem.
         * @example f7a3c1de-2b1f-4c6f-9a55-0f8c2f1f8f5e
         */
        "X-Request-Id": string;
        /**
         * @description When the operation was deprecated, in seconds from 1970 on (RFC 9745).
         * @example @1795132800
         */
        Deprecation: string;
        /**
         * @description Names this state of what was answered (RFC 9110): `If-Match` takes it.
         * @example "2m8kq0"
         */
        ETag: string;
        /**
         * @description There if the Idempotency-Key came before: this is the answer to that request.
         * @example true
         */
        "Idempotent-Replayed": "true";
        /**
         * @description URLs with what they are to this one (RFC 8288): `next` page, `successor-version`, `deprecation`.
         * @example <https://api.petstore.example/v1/pets?limit=20&cursor=MS4uMjAuZTR5>; rel="next"
         */
        Link: string;
        /**
         * @description Where to read what was created: resolve it against the URL of the request (RFC 9110).
         * @example /v1/pets/1
         */
        Location: string;
        /**
         * @description Seconds to wait before the request is sent again.
         * @example 1
         */
        "Retry-After": number;
        /**
         * @description When the operation stops answering (RFC 8594).
         * @example Thu, 05 Dec 2030 00:00:00 GMT
         */
        Sunset: string;
        /**
         * @description How to authenticate (RFC 6750).
         * @example Bearer realm="petstore"
         */
        "WWW-Authenticate": string;
        /** @description The same with every answer. */
        "Cache-Control": "no-store";
        /** @description The same with every answer. */
        "Strict-Transport-Security": "max-age=63072000; includeSubDomains";
        /** @description The same with every answer. */
        "X-Content-Type-Options": "nosniff";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listCategories: {
        parameters: {
            query?: {
                /** @description Most categories on a page. */
                limit?: number;
                /** @description Where the page begins: opaque, taken from `Link`, and only for the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List categories in ascending order of id: done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Categories"];
                };
            };
            /**
             * @description `validation_failed`: The request is not well-formed, or its headers are too large. Check its path, query and headers.
             *
             *     `invalid_cursor`: cursor must be taken unchanged from the Link header of the page before, with the same filters.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["unauthorized"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
            504: components["responses"]["timeout"];
        };
    };
    getCategory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The category's id. */
                categoryId: bigint;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get one category: done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            400: components["responses"]["validation_failed"];
            401: components["responses"]["unauthorized"];
            /** @description `category_not_found`: There is no category with this id. GET /categories lists the categories there are. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
            504: components["responses"]["timeout"];
        };
    };
    putCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes it only if its `ETag` is one of these: `*`, or up to 100 tags with commas between. Otherwise the answer is 412, and nothing has changed. */
                "If-Match"?: string;
                /** @description Creates the category only if there is none with this id: `*`. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The category's id. */
                categoryId: bigint;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCategory"];
            };
        };
        responses: {
            /** @description Create a category, or change its name: done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            /** @description Create a category, or change its name: done. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            /**
             * @description `invalid_json`: The body is not JSON in plain UTF-8 (RFC 8259), or it is empty or cut off. Send one JSON object.
             *
             *     `validation_failed`: The request is not well-formed, or its headers are too large. Check its path, query and headers.
             *
             *     `unsupported_media_type`: Send the body as JSON, with the header Content-Type: application/json.
             *
             *     `request_too_large`: The body is larger than this operation takes.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["unauthorized"];
            /**
             * @description `not_owner`: Only the account that created the pet or the category may do this. Use a key of that account.
             *
             *     `insufficient_scope`: This API key may only read. Use a key with full access for this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `category_not_found`: There is no category with this id. GET /categories lists the categories there are. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed`: It is not in a state that If-Match or If-None-Match asks for. Read it again (a pet with GET /pets?ids={petId}), and send the change with the ETag of that answer. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The body is larger than this operation takes. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
            504: components["responses"]["timeout"];
        };
    };
    deleteCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes it only if its `ETag` is one of these: `*`, or up to 100 tags with commas between. Otherwise the answer is 412, and nothing has changed. */
                "If-Match"?: string;
            };
            path: {
                /** @description The category's id. */
                categoryId: bigint;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a category: done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["validation_failed"];
            401: components["responses"]["unauthorized"];
            /**
             * @description `not_owner`: Only the account that created the pet or the category may do this. Use a key of that account.
             *
             *     `insufficient_scope`: This API key may only read. Use a key with full access for this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `category_not_found`: There is no category with this id. GET /categories lists the categories there are. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed`: It is not in a state that If-Match or If-None-Match asks for. Read it again (a pet with GET /pets?ids={petId}), and send the change with the ETag of that answer. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
            504: components["responses"]["timeout"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The log: of all pets, or of the orders of your account. */
                about?: "pets" | "orders";
                /** @description The page begins after this position. `latest` is an empty page whose `Link` leads on from now. Without it the page begins with the oldest event that is kept. */
                after?: string;
                /** @description Most events on a page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List what changed, the oldest first: done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Events"];
                };
            };
            /** @description `validation_failed`: The request is not well-formed, or its headers are too large. Check its path, query and headers. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["unauthorized"];
            /** @description `events_expired`: Events after this position are no longer kept. Begin again: GET /events?after=latest, then read the lists, then follow the Link of that answer. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
            504: components["responses"]["timeout"];
        };
    };
    createMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: for 24 hours the same key with the same body is answered as the first time and makes nothing new. 1 to 255 visible ASCII characters, bare or in double quotes: a UUID, for instance. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMessage"];
            };
        };
        responses: {
            /** @description Send a first message: done. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /**
             * @description `invalid_json`: The body is not JSON in plain UTF-8 (RFC 8259), or it is empty or cut off. Send one JSON object.
             *
             *     `validation_failed`: The request is not well-formed, or its headers are too large. Check its path, query and headers.
             *
             *     `unsupported_media_type`: Send the body as JSON, with the header Content-Type: application/json.
             *
             *     `request_too_large`: The body is larger than this operation takes.
             *
             *     `idempotency_key_reused`: This Idempotency-Key came with another request within the last 24 hours. Use a new key for a new request.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["insufficient_scope"];
            /** @description `request_too_large`: The body is larger than this operation takes. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
            504: components["responses"]["timeout"];
        };
    };
    listPets: {
        parameters: {
            query?: {
                /** @description Most pets on a page. */
                limit?: number;
                /** @description Only pets with this status. */
                status?: components["schemas"]["PetStatus"];
                /** @description **Beta**. Only pets that carry this `categoryId`. */
                categoryId?: bigint;
                /** @description Where the page begins: opaque, taken from `Link`, and only for the same filters. */
                cursor?: string;
                /** @description **Beta**. The existing pets with these ids, without `status`, `categoryId` and `cursor`. With one id the answer has the `ETag` of that pet. */
                ids?: bigint[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List pets in ascending order of id: done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    Link: components["headers"]["Link"];
                    /**
                     * @description Names this state of what was answered (RFC 9110): `If-Match` takes it.
                     * @example "2m8kq0"
                     */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pets"];
                };
            };
            /**
             * @description `validation_failed`: The request is not well-formed, or its headers are too large. Check its path, query and headers.
             *
             *     `invalid_cursor`: cursor must be taken unchanged from the Link header of the page before, with the same filters.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["unauthorized"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
            504: components["responses"]["timeout"];
        };
    };
    createPet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: for 24 hours the same key with the same body is answered as the first time and makes nothing new. 1 to 255 visible ASCII characters, bare or in double quotes: a UUID, for instance. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPet"];
            };
        };
        responses: {
            /** @description Put a pet up for adoption: done. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pet"];
                };
            };
            /**
             * @description `invalid_json`: The body is not JSON in plain UTF-8 (RFC 8259), or it is empty or cut off. Send one JSON object.
             *
             *     `validation_failed`: The request is not well-formed, or its headers are too large. Check its path, query and headers.
             *
             *     `unsupported_media_type`: Send the body as JSON, with the header Content-Type: application/json.
             *
             *     `request_too_large`: The body is larger than this operation takes.
             *
             *     `idempotency_key_reused`: This Idempotency-Key came with another request within the last 24 hours. Use a new key for a new request.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["insufficient_scope"];
            /** @description `request_too_large`: The body is larger than this operation takes. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
            504: components["responses"]["timeout"];
        };
    };
    getPet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The pet's id. */
                petId: bigint;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get one pet: done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    ETag: components["headers"]["ETag"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pet"];
                };
            };
            400: components["responses"]["validation_failed"];
            401: components["responses"]["unauthorized"];
            /** @description `pet_not_found`: There is no pet with this id. GET /pets lists the pets there are. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
            504: components["responses"]["timeout"];
        };
    };
    deletePet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes it only if its `ETag` is one of these: `*`, or up to 100 tags with commas between. Otherwise the answer is 412, and nothing has changed. */
                "If-Match"?: string;
            };
            path: {
                /** @description The pet's id. */
                petId: bigint;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a pet: done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["validation_failed"];
            401: components["responses"]["unauthorized"];
            /**
             * @description `not_owner`: Only the account that created the pet or the category may do this. Use a key of that account.
             *
             *     `insufficient_scope`: This API key may only read. Use a key with full access for this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `pet_not_found`: There is no pet with this id. GET /pets lists the pets there are. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `pet_ordered`: An open order holds this pet. Its status can change, and it can be deleted, when that order is completed or cancelled. GET /store/orders?status=placed lists it. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed`: It is not in a state that If-Match or If-None-Match asks for. Read it again (a pet with GET /pets?ids={petId}), and send the change with the ETag of that answer. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
            504: components["responses"]["timeout"];
        };
    };
    updatePet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes it only if its `ETag` is one of these: `*`, or up to 100 tags with commas between. Otherwise the answer is 412, and nothing has changed. */
                "If-Match"?: string;
            };
            path: {
                /** @description The pet's id. */
                petId: bigint;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8. */
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["PetPatch"];
                "application/json": components["schemas"]["PetPatch"];
            };
        };
        responses: {
            /** @description Change a pet: done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pet"];
                };
            };
            /**
             * @description `invalid_json`: The body is not JSON in plain UTF-8 (RFC 8259), or it is empty or cut off. Send one JSON object.
             *
             *     `validation_failed`: The request is not well-formed, or its headers are too large. Check its path, query and headers.
             *
             *     `unsupported_media_type`: Send the body as JSON, with the header Content-Type: application/json.
             *
             *     `request_too_large`: The body is larger than this operation takes.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["unauthorized"];
            /**
             * @description `not_owner`: Only the account that created the pet or the category may do this. Use a key of that account.
             *
             *     `insufficient_scope`: This API key may only read. Use a key with full access for this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `pet_not_found`: There is no pet with this id. GET /pets lists the pets there are. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `pet_ordered`: An open order holds this pet. Its status can change, and it can be deleted, when that order is completed or cancelled. GET /store/orders?status=placed lists it. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed`: It is not in a state that If-Match or If-None-Match asks for. Read it again (a pet with GET /pets?ids={petId}), and send the change with the ETag of that answer. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The body is larger than this operation takes. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
            504: components["responses"]["timeout"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Most orders on a page. */
                limit?: number;
                /** @description Only orders with this status. */
                status?: components["schemas"]["OrderStatus"];
                /** @description Where the page begins: opaque, taken from `Link`, and only for the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List your account's orders, the newest first: done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Orders"];
                };
            };
            /**
             * @description `validation_failed`: The request is not well-formed, or its headers are too large. Check its path, query and headers.
             *
             *     `invalid_cursor`: cursor must be taken unchanged from the Link header of the page before, with the same filters.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["unauthorized"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
            504: components["responses"]["timeout"];
        };
    };
    placeOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: for 24 hours the same key with the same body is answered as the first time and makes nothing new. 1 to 255 visible ASCII characters, bare or in double quotes: a UUID, for instance. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOrder"];
            };
        };
        responses: {
            /** @description Order a pet: done. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            /**
             * @description `invalid_json`: The body is not JSON in plain UTF-8 (RFC 8259), or it is empty or cut off. Send one JSON object.
             *
             *     `validation_failed`: The request is not well-formed, or its headers are too large. Check its path, query and headers.
             *
             *     `unsupported_media_type`: Send the body as JSON, with the header Content-Type: application/json.
             *
             *     `request_too_large`: The body is larger than this operation takes.
             *
             *     `idempotency_key_reused`: This Idempotency-Key came with another request within the last 24 hours. Use a new key for a new request.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["insufficient_scope"];
            /** @description `pet_not_found`: There is no pet with this id. GET /pets lists the pets there are. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `pet_not_available`: This pet is not available: it is pending or sold. GET /pets?status=available lists those that are. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The body is larger than this operation takes. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
            504: components["responses"]["timeout"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order's id. */
                orderId: bigint;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get one order: done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["validation_failed"];
            401: components["responses"]["unauthorized"];
            /** @description `order_not_found`: Your account has no order with this id. GET /store/orders lists its orders. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
            504: components["responses"]["timeout"];
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order's id. */
                orderId: bigint;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancel an order: done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["validation_failed"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["insufficient_scope"];
            /** @description `order_not_found`: Your account has no order with this id. GET /store/orders lists its orders. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `order_closed`: This order is closed, and cannot be closed otherwise. Read it to see how it ended. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
            504: components["responses"]["timeout"];
        };
    };
    completeOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order's id. */
                orderId: bigint;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Complete an order: done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["validation_failed"];
            401: components["responses"]["unauthorized"];
            /**
             * @description `not_owner`: Only the account that created the pet or the category may do this. Use a key of that account.
             *
             *     `insufficient_scope`: This API key may only read. Use a key with full access for this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `order_not_found`: Your account has no order with this id. GET /store/orders lists its orders. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `order_closed`: This order is closed, and cannot be closed otherwise. Read it to see how it ended. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
            504: components["responses"]["timeout"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List your account's webhooks: done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhooks"];
                };
            };
            400: components["responses"]["validation_failed"];
            401: components["responses"]["unauthorized"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
            504: components["responses"]["timeout"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: for 24 hours the same key with the same body is answered as the first time and makes nothing new. 1 to 255 visible ASCII characters, bare or in double quotes: a UUID, for instance. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description Have events sent to a URL: done. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /**
             * @description `invalid_json`: The body is not JSON in plain UTF-8 (RFC 8259), or it is empty or cut off. Send one JSON object.
             *
             *     `validation_failed`: The request is not well-formed, or its headers are too large. Check its path, query and headers.
             *
             *     `unsupported_media_type`: Send the body as JSON, with the header Content-Type: application/json.
             *
             *     `request_too_large`: The body is larger than this operation takes.
             *
             *     `idempotency_key_reused`: This Idempotency-Key came with another request within the last 24 hours. Use a new key for a new request.
             *
             *     `webhook_url_refused`: The service does not send to this URL. Use https, the port 443, and a public host name.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["insufficient_scope"];
            /** @description `webhook_limit`: Your account has 10 webhooks, and cannot have more. Delete one of them first. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The body is larger than this operation takes. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
            504: components["responses"]["timeout"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's id. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get one of your account's webhooks: done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["validation_failed"];
            401: components["responses"]["unauthorized"];
            /** @description `webhook_not_found`: Your account has no webhook with this id. GET /webhooks lists its webhooks. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
            504: components["responses"]["timeout"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes it only if its `ETag` is one of these: `*`, or up to 100 tags with commas between. Otherwise the answer is 412, and nothing has changed. */
                "If-Match"?: string;
            };
            path: {
                /** @description The webhook's id. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete one of your account's webhooks: done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["validation_failed"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["insufficient_scope"];
            /** @description `webhook_not_found`: Your account has no webhook with this id. GET /webhooks lists its webhooks. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed`: It is not in a state that If-Match or If-None-Match asks for. Read it again (a pet with GET /pets?ids={petId}), and send the change with the ETag of that answer. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
            504: components["responses"]["timeout"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes it only if its `ETag` is one of these: `*`, or up to 100 tags with commas between. Otherwise the answer is 412, and nothing has changed. */
                "If-Match"?: string;
            };
            path: {
                /** @description The webhook's id. */
                webhookId: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8. */
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["WebhookPatch"];
                "application/json": components["schemas"]["WebhookPatch"];
            };
        };
        responses: {
            /** @description Change a webhook, or where it goes on: done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /**
             * @description `invalid_json`: The body is not JSON in plain UTF-8 (RFC 8259), or it is empty or cut off. Send one JSON object.
             *
             *     `validation_failed`: The request is not well-formed, or its headers are too large. Check its path, query and headers.
             *
             *     `unsupported_media_type`: Send the body as JSON, with the header Content-Type: application/json.
             *
             *     `request_too_large`: The body is larger than this operation takes.
             *
             *     `webhook_url_refused`: The service does not send to this URL. Use https, the port 443, and a public host name.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["insufficient_scope"];
            /** @description `webhook_not_found`: Your account has no webhook with this id. GET /webhooks lists its webhooks. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed`: It is not in a state that If-Match or If-None-Match asks for. Read it again (a pet with GET /pets?ids={petId}), and send the change with the ETag of that answer. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The body is larger than this operation takes. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Strict-Transport-Security": components["headers"]["Strict-Transport-Security"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
            504: components["responses"]["timeout"];
        };
    };
    receiveEvents: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the delivery. A repetition has the same, and the same bytes. */
                "webhook-id": string;
                /** @description When it was sent, in seconds from 1970 on. */
                "webhook-timestamp": bigint;
                /** @description HMAC-SHA256 by your secret; two, with a space between, for 24 hours after you replaced it. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Events"];
            };
        };
        responses: {
            /** @description The service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any status from 200 to 299, within 15 seconds: `delivered` moves on. The body is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Everything else, and no answer, is a failure: it is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}

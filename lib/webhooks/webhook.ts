import * as z from 'zod/mini';
import { RequestError } from '../errors/request-error.ts';
import { EVENT_TYPE, LOG_SUBJECTS } from '../events/event-types.ts';
import { int64 } from '../values/int64.ts';
import { oneOf } from '../values/one-of.ts';
import { time } from '../values/time.ts';

export const MOST_WEBHOOKS = 10;

/** Most characters of a webhook's URL. */
export const LONGEST_URL = 2048;

/** What an id begins with. An account's partition has one item more, which counts its webhooks. */
export const WEBHOOK_ID_PREFIX = 'whk_';

const ID = new RegExp(`^${WEBHOOK_ID_PREFIX}[0-9A-Za-z]{16}$`);

const idMeta = { pattern: ID.source, maxLength: 20 };

const STATUSES = ['enabled', 'disabled'] as const;

export const WebhookStatus = oneOf(STATUSES).check(
  z.meta({
    id: 'WebhookStatus',
    description:
      'Whether the service delivers. It disables a webhook that answers 410, and one that has failed for five days.',
  }),
);
export type WebhookStatus = z.infer<typeof WebhookStatus>;

export const Failing = z
  .object({
    since: time(
      'When the first failure since the last success was: ISO 8601, in UTC, to the millisecond.',
    ),
    attempts: int64.check(
      z.meta({
        minimum: 1,
        description: 'How many failed since then, or since you last changed the webhook.',
      }),
    ),
    lastStatus: z.optional(
      int64.check(
        z.meta({
          minimum: 100,
          maximum: 999,
          description: 'The last HTTP status, if there was an answer.',
        }),
      ),
    ),
    lastError: z.optional(
      z.string().check(
        z.meta({
          maxLength: 64,
          pattern: '^[a-z_]+$',
          description:
            'Why there was no answer, such as `timeout` or `address_refused`. Others may come.',
        }),
      ),
    ),
    nextAttemptAt: z.optional(
      time('When the service tries again. Left out once the webhook is disabled.'),
    ),
  })
  .check(z.meta({ description: 'While deliveries fail: since when, and why.' }));
export type Failing = z.infer<typeof Failing>;

export const Webhook = z
  .object({
    id: z
      .string()
      .check(z.meta({ ...idMeta, description: 'Made by the service: unique, never used again.' })),
    url: z
      .string()
      .check(
        z.meta({ format: 'uri', maxLength: LONGEST_URL, description: 'Where events are sent to.' }),
      ),
    about: z
      .enum(LOG_SUBJECTS)
      .check(z.meta({ description: 'The log: of all pets, or of the orders of your account.' })),
    types: z.optional(
      z.array(z.string().check(z.meta(EVENT_TYPE))).check(
        z.meta({
          minItems: 1,
          maxItems: 10,
          description: 'The types of events that are sent. Without it all are.',
        }),
      ),
    ),
    status: WebhookStatus,
    delivered: int64.check(
      z.meta({
        minimum: 0,
        description: 'The last position that was delivered, or left out by its type.',
      }),
    ),
    failing: z.optional(Failing),
    createdAt: time('When it was created: ISO 8601, in UTC, to the millisecond.'),
  })
  .check(
    z.meta({
      id: 'Webhook',
      description: 'A place in a log that the service moves on. Its secret is never shown.',
    }),
  );
export type Webhook = z.infer<typeof Webhook>;

export const WEBHOOK_EXAMPLE: Webhook = {
  id: 'whk_4fRtG2kPq0LmNx7Z',
  url: 'https://hooks.shop.example/pets',
  about: 'pets',
  status: 'enabled',
  delivered: 0n,
  createdAt: '2026-11-23T06:10:24.677Z',
};

/** What a webhook has that is only of new orders. */
export const NEW_ORDERS = {
  url: 'https://hooks.shop.example/orders',
  about: 'orders',
  types: ['order.placed'],
} satisfies Partial<Webhook>;

/** Not a secret, of course: 24 bytes of plain text. */
export const SECRET_EXAMPLE = 'whsec_YW4gZXhhbXBsZSwgbm90IGEgc2VjcmV0';

export const webhookId = z
  .pipe(
    z.string(),
    z.transform((text): string => {
      if (!ID.test(text)) throw new RequestError('webhook_not_found');
      return text;
    }),
  )
  .check(z.meta({ ...idMeta, description: "The webhook's id." }));

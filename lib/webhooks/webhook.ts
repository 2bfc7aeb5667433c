import * as z from 'zod/mini';
import { EVENT_TYPE, LOG_SUBJECTS } from '../events/event-types.ts';
import { idParameter, idsWith } from '../http/id-parameter.ts';
import { component, described, oneOf, time } from '../values/described.ts';
import { int64 } from '../values/int64.ts';

export const MOST_WEBHOOKS = 10;

/** Most characters of a webhook's URL. */
export const LONGEST_URL = 2048;

/** What an id begins with. An account's partition has one item more, which counts its webhooks. */
export const WEBHOOK_ID_PREFIX = 'whk_';

const ID = idsWith(WEBHOOK_ID_PREFIX);

export const WebhookStatus = described(
  oneOf(['enabled', 'disabled']),
  'Whether the service delivers. It disables a webhook that answers 410, and one that has failed for five days.',
  { id: 'WebhookStatus' },
);
export type WebhookStatus = z.infer<typeof WebhookStatus>;

export const Failing = described(
  z.object({
    since: time(
      'When the first failure since the last success was: ISO 8601, in UTC, to the millisecond.',
    ),
    attempts: described(
      int64,
      'How many failed since then, or since you last changed the webhook.',
      { minimum: 1 },
    ),
    lastStatus: z.optional(
      described(int64, 'The last HTTP status, if there was an answer.', {
        minimum: 100,
        maximum: 999,
      }),
    ),
    lastError: z.optional(
      described(
        z.string(),
        'Why there was no answer, such as `timeout` or `address_refused`. Others may come.',
        { maxLength: 64, pattern: '^[a-z_]+$' },
      ),
    ),
    nextAttemptAt: z.optional(
      time('When the service tries again. Left out once the webhook is disabled.'),
    ),
  }),
  'While deliveries fail: since when, and why.',
);
export type Failing = z.infer<typeof Failing>;

export const Webhook = component(
  'Webhook',
  'A place in a log that the service moves on. Its secret is never shown.',
  {
    id: described(z.string(), 'Made by the service: unique, never used again.', ID.form),
    url: described(z.string(), 'Where events are sent to.', {
      format: 'uri',
      maxLength: LONGEST_URL,
    }),
    about: described(
      z.enum(LOG_SUBJECTS),
      'The log: of all pets, or of the orders of your account.',
    ),
    types: z.optional(
      described(
        z.array(z.string().check(z.meta(EVENT_TYPE))),
        'The types of events that are sent. Without it all are.',
        { minItems: 1, maxItems: 10 },
      ),
    ),
    status: WebhookStatus,
    delivered: described(int64, 'The last position that was delivered, or left out by its type.', {
      minimum: 0,
    }),
    failing: z.optional(Failing),
    createdAt: time('When it was created: ISO 8601, in UTC, to the millisecond.'),
  },
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

export const webhookId = idParameter('webhook_not_found', "The webhook's id.", ID.read, ID.form);

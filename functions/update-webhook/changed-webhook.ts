import { enabledAttributes, type WebhookState } from '../../lib/webhooks/stored-webhook.ts';
import type { Failing } from '../../lib/webhooks/webhook.ts';
import type { WebhookPatch } from './contract.ts';

/** The members of a patch without the secret, which is stored elsewhere. */
export type VisiblePatch = Omit<WebhookPatch, 'secret'>;

/** A webhook after a patch. An enabled one is tried at once, so its failures are cleared. */
export const changedWebhook = (
  { types, failing, ...webhook }: WebhookState,
  patch: VisiblePatch,
  revision: string,
): WebhookState => {
  const { url = webhook.url, status = webhook.status, delivered = webhook.delivered } = patch;
  const chosen = patch.types === undefined ? types : patch.types;
  return {
    ...webhook,
    url,
    status,
    delivered,
    revision,
    ...(chosen && { types: chosen }),
    ...(status === 'disabled' && failing && { failing: withoutNextAttempt(failing) }),
  };
};

const withoutNextAttempt = ({ nextAttemptAt: _, ...failing }: Failing) => failing;

const NOT_ENABLED = { log: undefined, due: undefined, dueAt: undefined, asked: undefined };

/** The attributes that an update writes; undefined ones are removed. The lease stays: only its holder gives it back. */
export const changedAttributes = (
  before: WebhookState,
  { url, status, delivered, revision, types, failing, ...webhook }: WebhookState,
  patch: VisiblePatch,
  now: Date,
): Readonly<Record<string, unknown>> => ({
  url,
  status,
  delivered,
  revision,
  types,
  failing,
  ...(before.failing && { failingSince: before.failing.since }),
  ...(status === 'enabled' ? { ...enabledAttributes(webhook, now), asked: true } : NOT_ENABLED),
  ...(status === 'enabled' && before.status === 'disabled' && { enabledAt: now.getTime() }),
  // With a new position or new types the next delivery has other events.
  ...((patch.delivered !== undefined || patch.types !== undefined) && { pending: undefined }),
});

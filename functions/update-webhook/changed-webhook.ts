import { newRevision } from '../../lib/revisions/revision.ts';
import type { AttributeChanges } from '../../lib/storage/update-expression.ts';
import { enabledAttributes, type WebhookState } from '../../lib/webhooks/stored-webhook.ts';
import type { Failing } from '../../lib/webhooks/webhook.ts';
import type { WebhookPatch } from './contract.ts';

/** The members of a patch without the secret, which is stored elsewhere. */
export type VisiblePatch = Omit<WebhookPatch, 'secret'>;

const withoutNextAttempt = ({ nextAttemptAt: _, ...failing }: Failing) => failing;

const NOT_ENABLED = { log: undefined, due: undefined, dueAt: undefined, asked: undefined };

/**
 * A webhook after a patch, and the attributes that an update writes for it; undefined ones are removed. The lease stays: only
 * its holder gives it back.
 */
export const changedWebhook = (
  before: WebhookState,
  patch: VisiblePatch,
  now: Date,
): { readonly after: WebhookState; readonly attributes: AttributeChanges } => {
  const { failing } = before;
  const { url = before.url, status = before.status, delivered = before.delivered } = patch;
  const isEnabled = status === 'enabled';
  const visible = {
    url,
    status,
    delivered,
    types: patch.types === undefined ? before.types : (patch.types ?? undefined),
    revision: newRevision(),
    // An enabled one is tried at once, so its failures are cleared.
    failing: isEnabled ? undefined : failing && withoutNextAttempt(failing),
  };
  const attributes = {
    ...visible,
    ...(failing && { failingSince: failing.since }),
    ...(isEnabled ? { ...enabledAttributes(before, now), asked: true } : NOT_ENABLED),
    ...(isEnabled && before.status === 'disabled' && { enabledAt: now.getTime() }),
    // With a new position or new types the next delivery has other events.
    ...((patch.delivered !== undefined || patch.types !== undefined) && { pending: undefined }),
  };
  return { after: { ...before, ...visible }, attributes };
};

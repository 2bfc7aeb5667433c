import { setAttributes } from '../../lib/set-attributes.ts';
import { enabledAttributes, type WebhookState } from '../../lib/webhooks/stored-webhook.ts';
import type { WebhookPatch } from './webhook-patch.ts';

/** Which members a patch has; the secret is stored elsewhere. */
export type VisiblePatch = Omit<WebhookPatch, 'secret'>;

/** A webhook after a patch. One that is enabled is tried at once, and does not fail until then. */
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

const withoutNextAttempt = ({ nextAttemptAt: _, ...failing }: NonNullable<Failing>) => failing;
type Failing = WebhookState['failing'];

/** Attributes that a webhook has only in some states, or until its delivery is given up. */
const OPTIONAL = ['types', 'failing', 'log', 'due', 'dueAt', 'asked'] as const;

/** What an update writes to make a webhook another. The lease stays: only who delivers gives it back. */
export const updateOf = (
  before: WebhookState,
  after: WebhookState,
  patch: VisiblePatch,
  now: bigint,
) => {
  const isEnabled = after.status === 'enabled';
  const { url, status, delivered, revision, types, failing } = after;
  const attributes = {
    url,
    status,
    delivered,
    revision,
    ...(types && { types }),
    ...(failing && { failing }),
    ...(isEnabled && { ...enabledAttributes(after, now), asked: true }),
    ...(isEnabled && before.status === 'disabled' && { enabledAt: now }),
  };
  // What was about to be sent is not what comes next from another place, or of other types.
  const dropsPending = patch.delivered !== undefined || patch.types !== undefined;
  const removed = [
    ...OPTIONAL.filter((name) => !(name in attributes)),
    ...(dropsPending ? ['pending'] : []),
  ].map((name) => [`#${name}`, name] as const);
  const { UpdateExpression, ExpressionAttributeNames, ...values } = setAttributes(attributes);
  return {
    ...values,
    UpdateExpression:
      removed.length === 0
        ? UpdateExpression
        : `${UpdateExpression} REMOVE ${removed.map(([name]) => name)}`,
    ExpressionAttributeNames: { ...ExpressionAttributeNames, ...Object.fromEntries(removed) },
  };
};

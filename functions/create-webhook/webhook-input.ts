import * as z from 'zod/mini';
import { LOG_SUBJECTS } from '../../lib/events/event-types.ts';
import { bodyOf } from '../../lib/http/body.ts';
import { oneOf } from '../../lib/values/one-of.ts';
import { typesFault, webhookMembers } from '../../lib/webhooks/webhook-members.ts';

export const WebhookInput = bodyOf('WebhookInput', 'A webhook to be. Other members are ignored.', {
  url: webhookMembers.url,
  secret: webhookMembers.secret,
  about: z
    ._default(oneOf(LOG_SUBJECTS), 'pets')
    .check(z.meta({ description: 'The log: of all pets, or of the orders of your account.' })),
  types: z.optional(webhookMembers.types),
}).check(
  z.superRefine(({ about, types = [] }, { issues }) => {
    const message = typesFault(about, types);
    if (message) issues.push({ code: 'custom', message, input: types, path: ['types'] });
  }),
);
export type WebhookInput = z.infer<typeof WebhookInput>;

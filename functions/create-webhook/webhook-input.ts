import * as z from 'zod/mini';
import { LOG_SUBJECTS } from '../../lib/events/event-types.ts';
import { oneOf } from '../../lib/values/one-of.ts';
import { typesFault, webhookMembers } from '../../lib/webhooks/webhook-members.ts';

/** A webhook as a client describes it. Members that are not declared here are dropped. */
export const WebhookInput = z
  .object(
    {
      url: webhookMembers.url,
      secret: webhookMembers.secret,
      about: z
        ._default(oneOf(LOG_SUBJECTS), 'pets')
        .check(z.meta({ description: 'The log: of all pets, or of the orders of your account.' })),
      types: z.optional(webhookMembers.types),
    },
    { error: 'The body must be a JSON object' },
  )
  .check(
    z.superRefine(({ about, types = [] }, { issues }) => {
      const message = typesFault(about, types);
      if (message) issues.push({ code: 'custom', message, input: types, path: ['types'] });
    }),
    z.meta({ id: 'WebhookInput', description: 'A webhook to be. Other members are ignored.' }),
  );
export type WebhookInput = z.infer<typeof WebhookInput>;

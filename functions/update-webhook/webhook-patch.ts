import * as z from 'zod/mini';
import { bodyOf } from '../../lib/http/body.ts';
import { int64 } from '../../lib/values/int64.ts';
import { kept } from '../../lib/values/merge-patch.ts';
import { WebhookStatus } from '../../lib/webhooks/webhook.ts';
import { webhookMembers } from '../../lib/webhooks/webhook-members.ts';

export const WebhookPatch = bodyOf(
  'WebhookPatch',
  'A change of a webhook, as a JSON merge patch (RFC 7396). Members that are left out stay as they are. `types: null` sends all types again; no other member can be removed. Other members, such as `about`, are ignored.',
  {
    url: kept(webhookMembers.url),
    secret: kept(webhookMembers.secret),
    types: z.optional(z.nullable(webhookMembers.types)),
    status: kept(WebhookStatus),
    delivered: kept(
      int64.check(
        z.gte(0n, 'must be a position, or 0'),
        z.meta({
          minimum: 0,
          description:
            'It resumes after this position. An earlier one repeats events, a later one skips some.',
        }),
      ),
    ),
  },
);
export type WebhookPatch = z.infer<typeof WebhookPatch>;

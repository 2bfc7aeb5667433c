import * as z from 'zod/mini';
import { Events, listEvents } from '../../../functions/list-events/contract.ts';
import { described } from '../../../lib/values/described.ts';
import type { JsonObject } from './json.ts';
import { parameterObjects, STABILITY_NOTES } from './operation-object.ts';
import { content } from './responses.ts';
import { schemaOf } from './schemas.ts';

const SIGNATURE = 'v1,[A-Za-z0-9+/]{43}=';

const Headers = z.object({
  'webhook-id': described(
    z.string(),
    'Names the delivery. A repetition has the same, and the same bytes.',
    { pattern: '^msg_[0-9A-Za-z]{16}$', maxLength: 20 },
  ),
  'webhook-timestamp': described(z.number(), 'When it was sent, in seconds from 1970 on.', {
    type: 'integer',
    format: 'int64',
    minimum: 0,
    maximum: 253402300799,
  }),
  'webhook-signature': described(
    z.string(),
    'HMAC-SHA256 by your secret; two, with a space between, for 24 hours after you replaced it.',
    { pattern: `^${SIGNATURE}(?: ${SIGNATURE})?$`, maxLength: 95 },
  ),
});

/** What the service sends to a webhook, as an operation of its receiver: docs/webhooks.md. */
export const deliveryObject = (): JsonObject => ({
  operationId: 'receiveEvents',
  tags: ['Webhooks'],
  summary: 'What your receiver gets',
  description: `${STABILITY_NOTES.beta}\n\nUp to 100 events and 64 KB, as \`listEvents\` would answer them after \`delivered\`: never of two requests at once, and in order. Verify the signature over the bytes of the body before you read them ([Standard Webhooks](https://www.standardwebhooks.com)).`,
  security: [],
  parameters: parameterObjects(Headers, 'header'),
  requestBody: {
    required: true,
    description: 'JSON in UTF-8.',
    content: content(schemaOf(Events, 'output'), {
      pets: { summary: 'Two events of pets', value: listEvents.examples['pets']?.answer },
      first: { summary: 'The first delivery, once', value: [] },
    }),
  },
  responses: {
    '2XX': {
      description:
        'Any status from 200 to 299, within 15 seconds: `delivered` moves on. The body is not read.',
    },
    '410': { description: 'The service disables the webhook.' },
    default: {
      description: 'Everything else, and no answer, is a failure: it is sent again later.',
    },
  },
  'x-stability': 'beta',
});

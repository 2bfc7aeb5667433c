import { Events, listEvents } from '../../../functions/list-events/contract.ts';
import type { JsonObject } from './json.ts';
import { content } from './responses.ts';
import type { SchemaCollector } from './schemas.ts';

const header = (name: string, description: string, schema: JsonObject): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
});

const SIGNATURE = 'v1,[A-Za-z0-9+/]{43}=';

/** What the service sends to a webhook, as an operation of its receiver: docs/webhooks.md. */
export const deliveryObject = (schemas: SchemaCollector): JsonObject => ({
  operationId: 'receiveEvents',
  tags: ['Webhooks'],
  summary: 'What your receiver gets',
  description:
    '**Beta**: it stays, but details may change.\n\nUp to 100 events and 64 KB, as `listEvents` would answer them after `delivered`: never of two requests at once, and in order. Verify the signature over the bytes of the body before you read them ([Standard Webhooks](https://www.standardwebhooks.com)).',
  security: [],
  parameters: [
    header('webhook-id', 'Names the delivery. A repetition has the same, and the same bytes.', {
      type: 'string',
      pattern: '^msg_[0-9A-Za-z]{16}$',
      maxLength: 20,
    }),
    header('webhook-timestamp', 'When it was sent, in seconds from 1970 on.', {
      type: 'integer',
      format: 'int64',
      minimum: 0,
      maximum: 253402300799,
    }),
    header(
      'webhook-signature',
      'HMAC-SHA256 by your secret; two, with a space between, for 24 hours after you replaced it.',
      { type: 'string', pattern: `^${SIGNATURE}(?: ${SIGNATURE})?$`, maxLength: 95 },
    ),
  ],
  requestBody: {
    required: true,
    description: 'JSON in UTF-8.',
    content: content(schemas.schemaOf(Events, 'output'), {
      pets: {
        summary: 'Two events of pets',
        value: listEvents.examples['pets']?.answer,
      },
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

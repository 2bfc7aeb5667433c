import * as z from 'zod/mini';
import { Event, LATEST } from '../../lib/events/event.ts';
import { LOG_SUBJECTS } from '../../lib/events/event-types.ts';
import { contract } from '../../lib/http/contract.ts';
import { limitParameter } from '../../lib/http/list-parameters.ts';
import { ORDER_EXAMPLE } from '../../lib/orders/order.ts';
import { described, oneOf } from '../../lib/values/described.ts';
import { INT64_MAX, parseInt64 } from '../../lib/values/int64.ts';

export const Events = described(
  z.array(Event),
  'Events of one log in the order of their positions, without a gap.',
  { id: 'Events', maxItems: 100 },
);

const AFTER_FAULT = `must be ${LATEST}, or a position from 0 to ${INT64_MAX} in plain digits, given once`;

export const listEvents = contract({
  operationId: 'listEvents',
  tag: 'Events',
  method: 'GET',
  path: '/events',
  stability: 'beta',
  summary: 'List what changed, the oldest first',
  description:
    'Each change that took effect is in its log exactly once. Positions are 1, 2, 3, … without gaps, and the events of one pet, or one order, are in the order of its changes. A log has no last page: every answer, also an empty one, has a `Link` with `rel="next"`. Follow it as it is, after a pause where the page is empty. Events are kept for 30 days. Usually an event is there within a second.',
  request: {
    query: z.object({
      about: described(
        z.optional(oneOf(LOG_SUBJECTS)),
        'The log: of all pets, or of the orders of your account.',
        { default: 'pets' },
      ),
      after: described(
        z.optional(
          z.pipe(
            z.pipe(
              z.string(AFTER_FAULT),
              z.transform((text) => (text === LATEST ? LATEST : parseInt64(text))),
            ),
            z.union([z.literal(LATEST), z.bigint().check(z.gte(0n, AFTER_FAULT))], {
              error: AFTER_FAULT,
            }),
          ),
        ),
        'The page begins after this position. `latest` is an empty page whose `Link` leads on from now. Without it the page begins with the oldest event that is kept.',
        { pattern: `^(?:${LATEST}|0|[1-9]\\d{0,18})$`, maxLength: 19 },
      ),
      limit: limitParameter('events'),
    }),
  },
  success: { status: 200, body: Events, headers: ['Link'] },
  // Events are recorded a moment after a change, so no example expects one.
  examples: {
    pets: {
      summary: 'The oldest events of pets',
      request: { query: { limit: '2' } },
      answer: [
        {
          position: 1n,
          type: 'pet.created',
          createdAt: '2026-11-22T06:10:20.000Z',
          data: { id: 2n, name: 'Tom', categoryId: 2n, status: 'available' },
        },
        {
          position: 2n,
          type: 'pet.updated',
          createdAt: '2026-11-22T06:10:24.000Z',
          data: { id: 2n, name: 'Tom', categoryId: 2n, status: 'pending' },
          previous: { status: 'available' },
        },
      ],
    },
    orders: {
      summary: 'The oldest events of your orders',
      request: { query: { about: 'orders', limit: '1' } },
      answer: [
        {
          position: 1n,
          type: 'order.placed',
          createdAt: '2026-11-22T06:10:24.000Z',
          data: ORDER_EXAMPLE,
        },
      ],
    },
    latest: {
      summary: 'From now on: an empty page, whose `Link` leads on',
      request: { query: { after: LATEST } },
      answer: [],
    },
  },
  errors: ['validation_failed', 'events_expired'],
  access: [{ table: 'events', actions: ['GetItem', 'Query'] }],
});

import * as z from 'zod/mini';
import { bodyOf, contract } from '../../lib/http/contract.ts';
import { component, described } from '../../lib/values/described.ts';
import { int64 } from '../../lib/values/int64.ts';
import { visibleName } from '../../lib/values/visible-name.ts';

const DAY = /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d)$/;
const day = z
  .string('must be given once')
  .check(z.regex(DAY, 'must be a day such as 2099-12-24, from the 1st to the 29th'))
  .check(z.meta({ maxLength: 10, description: 'The day of the visit, in UTC.' }));

export const NewVisit = bodyOf('NewVisit', 'A visit to be. Other members are ignored.', {
  name: visibleName,
});
export type NewVisit = z.infer<typeof NewVisit>;

/** A visit as it is stored and answered. */
export const Visit = component('Visit', 'A visit that is booked.', {
  id: z.string().check(z.meta({ pattern: '^visit_[0-9a-f-]{36}$', maxLength: 42 })),
  name: visibleName,
  day,
  number: described(int64, 'Its place on that day. Two may share one.'),
});
export type Visit = z.infer<typeof Visit>;

export const bookVisit = contract({
  operationId: 'bookVisit',
  tag: 'Pets',
  method: 'POST',
  path: '/visits',
  stability: 'beta',
  summary: 'Book a visit',
  description: 'A visit is kept until 30 days after it was booked.',
  request: { query: z.object({ day }), body: NewVisit, idempotencyKey: true },
  success: { status: 201, body: Visit },
  examples: {
    one: {
      summary: 'A visit on a day',
      request: { query: { day: '2099-12-24' }, body: { name: 'Rex' } },
      answer: {
        id: 'visit_01a1fda3-3795-76b8-9c73-9690e6041299',
        name: 'Rex',
        day: '2099-12-24',
        number: 1n,
      },
    },
  },
  errors: ['validation_failed', 'day_past'],
  access: [
    { table: 'idempotencyKeys', actions: ['PutItem'] },
    { table: 'visits', actions: ['PutItem'] },
    { table: 'visits', index: 'byDay', actions: ['Query'] },
  ],
});

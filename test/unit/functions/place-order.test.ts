import { expect, test } from '@jest/globals';
import { placeOrderHandler } from '../../../functions/place-order/handler.ts';
import { createEvent, invoke } from '../../support/events.ts';
import { refusal } from '../../support/refusal.ts';

test.each([
  ['{}', /^petId is required/],
  ['{"petId":"7"}', /^petId must be a JSON number/],
  ['{"petId":1.5}', /^petId must be a JSON number/],
  ['{"petId":null}', /^petId must be a JSON number/],
  ['{"petId":9223372036854775808}', /^petId must be a JSON number/],
  ['[]', /^The body must be a JSON object/],
])('placeOrder refuses %s without asking the store', async (body, message) => {
  const place = placeOrderHandler(() => Promise.reject(new Error('asked')));
  const answer = await invoke(place, createEvent(body, { resource: '/store/orders' }));
  expect(answer).toMatchObject(refusal('validation_failed', message));
});

import type { Webhook } from './webhook.ts';

export const WEBHOOK_EXAMPLE: Webhook = {
  id: 'whk_4fRtG2kPq0LmNx7Z',
  url: 'https://hooks.shop.example/pets',
  about: 'pets',
  status: 'enabled',
  delivered: 0n,
  createdAt: '2026-11-23T06:10:24.677Z',
};

/** What a webhook has that is only of new orders. */
export const NEW_ORDERS = {
  url: 'https://hooks.shop.example/orders',
  about: 'orders',
  types: ['order.placed'],
} satisfies Partial<Webhook>;

/** Not a secret, of course: 24 bytes of plain text. */
export const SECRET_EXAMPLE = 'whsec_YW4gZXhhbXBsZSwgbm90IGEgc2VjcmV0';

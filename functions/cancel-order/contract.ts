import { closeOrderContract } from '../../lib/orders/close-order-contract.ts';

export const cancelOrder = closeOrderContract({
  operationId: 'cancelOrder',
  path: '/store/orders/{orderId}/cancel',
  summary: 'Cancel an order',
  who: 'The customer may cancel it, and so may the owner of the pet.',
  status: 'cancelled',
});

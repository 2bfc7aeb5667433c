import { closeOrderContract } from '../../lib/orders/close-order-contract.ts';

export const cancelOrder = closeOrderContract({
  operationId: 'cancelOrder',
  path: '/store/orders/{orderId}/cancel',
  summary: 'Cancel an order',
  status: 'cancelled',
});

import { closeOrderContract } from '../../lib/orders/close-order-contract.ts';

export const completeOrder = closeOrderContract({
  operationId: 'completeOrder',
  path: '/store/orders/{orderId}/complete',
  summary: 'Complete an order',
  status: 'completed',
});

import { closeOrderContract } from '../../lib/orders/close-order-contract.ts';

export const completeOrder = closeOrderContract({
  operationId: 'completeOrder',
  path: '/store/orders/{orderId}/complete',
  summary: 'Complete an order',
  who: 'Only the owner of the pet may complete it: the customer gets 403 `not_owner`.',
  refusals: ['not_owner'],
  status: 'completed',
});

/*
 * Every operation, by its contract. In its folder `handler.ts` exports `open`, which builds its handler from what it
 * depends on: by default from the environment. A bundle exports `handler = open()`, which
 * `infra/stacks/bundle/settings.ts` appends: in the file itself it would read the environment at each import.
 * Folders without a contract are functions that API Gateway, streams, schedules or deployments invoke.
 */
export { cancelOrder } from './cancel-order/contract.ts';
export { completeOrder } from './complete-order/contract.ts';
export { createKey } from './create-key/contract.ts';
export { createMessage } from './create-message/contract.ts';
export { createPet } from './create-pet/contract.ts';
export { createWebhook } from './create-webhook/contract.ts';
export { deleteCategory } from './delete-category/contract.ts';
export { deletePet } from './delete-pet/contract.ts';
export { deleteWebhook } from './delete-webhook/contract.ts';
export { getAccount } from './get-account/contract.ts';
export { getCategory } from './get-category/contract.ts';
export { getOrder } from './get-order/contract.ts';
export { getPet } from './get-pet/contract.ts';
export { getWebhook } from './get-webhook/contract.ts';
export { listCategories } from './list-categories/contract.ts';
export { listEvents } from './list-events/contract.ts';
export { listKeys } from './list-keys/contract.ts';
export { listOrders } from './list-orders/contract.ts';
export { listPets } from './list-pets/contract.ts';
export { listWebhooks } from './list-webhooks/contract.ts';
export { placeOrder } from './place-order/contract.ts';
export { putCategory } from './put-category/contract.ts';
export { revokeKey } from './revoke-key/contract.ts';
export { rollKey } from './roll-key/contract.ts';
export { updatePet } from './update-pet/contract.ts';
export { updateWebhook } from './update-webhook/contract.ts';

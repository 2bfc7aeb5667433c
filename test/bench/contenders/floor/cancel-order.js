import { closeOrder } from '../orders.js';

/** The floor: what nobody can do without. */
export const handler = closeOrder('cancelled', 'available');

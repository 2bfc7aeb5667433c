import { openClosing } from '../../lib/orders/open-closing.ts';
import { completeOrder } from './contract.ts';

export const open = () => openClosing(completeOrder, 'completed');

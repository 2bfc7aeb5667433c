import { openClosing } from '../../lib/orders/open-closing.ts';
import { cancelOrder } from './contract.ts';

export const open = () => openClosing(cancelOrder, 'cancelled');

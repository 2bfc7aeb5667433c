import type { Contract } from '../lib/http/contract.ts';
import * as registry from './index.ts';

/** Every operation of the service, in the order of their names. */
export const operations: readonly Contract[] = Object.values(registry);

import type { Contract } from '../lib/http/contract.ts';
import * as registry from './index.ts';

export const operations: readonly Contract[] = Object.values(registry);

import type { HttpFact } from './ask.ts';
import { AUTHORIZER } from './authorizer.ts';
import { LIMITS } from './limits.ts';
import { MESSAGES } from './messages.ts';
import { REQUEST_IDS } from './request-ids.ts';
import { ROUTING } from './routing.ts';
import { STORAGE } from './storage.ts';

/** Our assumptions about AWS that can be checked over HTTP. "Developer Guide" is API Gateway's. */
export const FACTS: readonly HttpFact[] = [
  ...ROUTING,
  ...AUTHORIZER,
  ...REQUEST_IDS,
  ...LIMITS,
  ...MESSAGES,
  ...STORAGE,
];

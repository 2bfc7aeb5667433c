import { setTimeout } from 'node:timers/promises';

/** How often a call is sent while DynamoDB is too busy. Each time has the SDK's own attempts. */
export const MAX_ATTEMPTS = 6;

/** The pause before the next time is a random part of this, in ms. It doubles each time. */
const PAUSE = 25;

/** @param attempt how often the call was sent already */
export const pause = (attempt: number): Promise<void> =>
  setTimeout(Math.random() * PAUSE * 2 ** attempt);

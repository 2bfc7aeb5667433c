import { setTimeout } from 'node:timers/promises';

/** Times that a call is sent which DynamoDB is too busy for. Each has the SDK's own attempts. */
export const MAX_ATTEMPTS = 6;

/** Milliseconds before it is sent again: a random part of this, which doubles each time. */
const PAUSE = 25;

/** Waits before a call is sent again that was sent so many times. */
export const pause = (attempt: number): Promise<void> =>
  setTimeout(Math.random() * PAUSE * 2 ** attempt);

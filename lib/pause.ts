import { setTimeout } from 'node:timers/promises';

/** Times that something is sent which DynamoDB was too busy for. Each has the SDK's own attempts. */
export const SENT_AT_MOST = 6;

/** Milliseconds before it is sent again: a random part of this, which doubles each time. */
const PAUSE = 25;

/** Waits before something is sent again that was sent so many times. */
export const pause = (sent: number): Promise<void> => setTimeout(Math.random() * PAUSE * 2 ** sent);

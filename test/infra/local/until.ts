import { setTimeout as delay } from 'node:timers/promises';

/** Waits until a condition holds, and then a little longer for what should not come; gives up after 2 s. */
export async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !condition(); tries += 1) await delay(10);
  await delay(20);
}

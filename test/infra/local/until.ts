import { setTimeout as delay } from 'node:timers/promises';
import { until as holds } from '../../support/until.ts';

/** Waits until a condition holds, and then a little longer for what should not come. */
export async function until(condition: () => boolean): Promise<void> {
  await holds(condition);
  await delay(20);
}

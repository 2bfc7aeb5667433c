import { setTimeout } from 'node:timers/promises';

/**
 * Waits until a condition holds, for at most half a minute.
 * @throws Error if it does not hold by then
 */
export const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 30_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`It never came: ${condition}`);
    await setTimeout(20);
  }
};

import { setTimeout } from 'node:timers/promises';

/** Waits until a condition holds. Throws if it does not within half a minute, which no machine is too slow for. */
export const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 30_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`It never came: ${condition}`);
    await setTimeout(20);
  }
};

/** Waits until a condition holds, and then a little longer for what should not come. */
export const untilSettled = async (condition: () => boolean): Promise<void> => {
  await until(condition);
  await setTimeout(20);
};

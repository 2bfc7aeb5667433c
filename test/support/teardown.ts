const tasks: (() => Promise<unknown>)[] = [];

/** Runs a task after the last test of a run. */
export const onTeardown = (task: () => Promise<unknown>): void => {
  tasks.push(task);
};

export default async (): Promise<void> => {
  await Promise.all(tasks.splice(0).map((task) => task()));
};

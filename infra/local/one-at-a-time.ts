/**
 * Makes what runs work of one name after the other, whatever clocks do: a laptop's sleeps and is set, and a lease lasts by
 * the clock.
 */
export const oneAtATime = () => {
  const last = new Map<string, Promise<unknown>>();
  return (name: string, work: () => Promise<unknown>): Promise<unknown> => {
    const done = (last.get(name) ?? Promise.resolve()).catch(() => {}).then(work);
    last.set(name, done);
    return done;
  };
};

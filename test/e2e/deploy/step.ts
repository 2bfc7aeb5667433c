/** Does one step of a run and prints how many seconds it took. */
export const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const start = performance.now();
  process.stdout.write(`${name} ... `);
  const result = await work();
  console.log(`${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
};

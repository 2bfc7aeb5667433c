/** Does something 20 times at once. Gives the results, and the errors. */
export const atOnce = async <Result>(run: (nth: number) => Promise<Result>) => {
  const ends = await Promise.allSettled(Array.from({ length: 20 }, (_, nth) => run(nth)));
  return {
    won: ends.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
    errors: ends.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])),
  };
};

interface Answer {
  readonly ConsumedCapacity?: { readonly CapacityUnits?: number | undefined } | undefined;
}

/**
 * Keeps calls within a rate: each waits until those before it have used no more. What one uses is known only afterwards, and of a
 * refused one never: it counts as much as the last that is known.
 * @param rate units a second
 */
export const createPace = (rate: number) => {
  let free = performance.now();
  let usual = 1;
  return async <Result extends Answer>(send: () => Promise<Result>): Promise<Result> => {
    const start = Math.max(free, performance.now());
    free = start + (usual * 1000) / rate;
    const wait = start - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const answer = await send();
    usual = answer.ConsumedCapacity?.CapacityUnits ?? usual;
    return answer;
  };
};

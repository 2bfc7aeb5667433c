import * as z from 'zod';

const Tables = z.record(z.string(), z.looseObject({ Keys: z.array(z.unknown()) }));
const Batch = z.looseObject({ RequestItems: Tables });

/** The half of a batch that an engine reads, and the rest. */
export interface HalvedBatch {
  /** The request with half of the keys of each table, at least one. */
  readonly request: string;
  /** Adds the others to the answer. */
  readonly addUnprocessed: (answer: string) => string;
}

/** Makes a BatchGetItem read half of its keys, as DynamoDB may when it is busy ("BatchGetItem", UnprocessedKeys). */
export const halveBatch = (text: string): HalvedBatch => {
  const { RequestItems, ...rest } = Batch.parse(JSON.parse(text));
  const pick = (choose: (keys: readonly unknown[]) => readonly unknown[]) =>
    Object.fromEntries(
      Object.entries(RequestItems)
        .map(([table, { Keys, ...of }]) => [table, { ...of, Keys: choose(Keys) }] as const)
        .filter(([, { Keys }]) => Keys.length > 0),
    );
  const half = (keys: readonly unknown[]) => Math.ceil(keys.length / 2);
  return {
    request: JSON.stringify({ ...rest, RequestItems: pick((keys) => keys.slice(0, half(keys))) }),
    addUnprocessed: (answer) =>
      JSON.stringify({
        ...JSON.parse(answer),
        UnprocessedKeys: pick((keys) => keys.slice(half(keys))),
      }),
  };
};

/** The parameters of a query by their names. */
export type Query = Readonly<Record<string, bigint | number | string | undefined>>;

/** Writes a query. Undefined parameters are left out. */
export const queryOf = (query: Query): URLSearchParams =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );

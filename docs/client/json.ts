declare global {
  interface JSON {
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
    rawJSON(text: string): unknown;
  }
}

/** Reads JSON; whole numbers come as bigint, as a number would round them beyond 2^53. */
export const parseJson = (text: string): unknown =>
  JSON.parse(text, (_key, value, { source }) =>
    source !== undefined && /^-?\d+$/.test(source) ? BigInt(source) : value,
  );

/** Writes JSON; a bigint becomes a number of full precision. */
export const writeJson = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? JSON.rawJSON(member.toString()) : member,
  );

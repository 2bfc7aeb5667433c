/** Whether a body is what an operation answers. */
export type IsAnswer<Body> = (body: unknown) => body is Body;

type MembersByType<Body> = {
  readonly [Type in 'bigint' | 'boolean' | 'object' | 'string']?: readonly (keyof Body)[];
};

/**
 * Recognizes an object, which may have other members: the service may add some later.
 * @param members those that are always there, by their types
 */
export const isObjectOf =
  <Body extends object>(members: MembersByType<Body>): IsAnswer<Body> =>
  (body): body is Body => {
    const values = new Map<PropertyKey, unknown>(Object.entries(body ?? {}));
    const fits = ([type, names]: [string, readonly (keyof Body)[]]) =>
      names.every((name) => typeof values.get(name) === type && values.get(name) !== null);
    return typeof body === 'object' && body !== null && Object.entries(members).every(fits);
  };

export const isListOf =
  <Item>(isItem: IsAnswer<Item>): IsAnswer<Item[]> =>
  (body): body is Item[] =>
    Array.isArray(body) && body.every(isItem);

export const isEither =
  <One, Other>(isOne: IsAnswer<One>, isOther: IsAnswer<Other>): IsAnswer<One | Other> =>
  (body): body is One | Other =>
    isOne(body) || isOther(body);

/** Recognizes an answer without a body. */
export const isNothing: IsAnswer<undefined> = (body) => body === undefined;

import type { Schema } from './schema.ts';

/**
 * Builds a function that keeps only the members that a schema declares: clients see no others of a stored item. They
 * are in the schema's order, also when an answer is given again from storage. No value is checked.
 */
export const buildDeclaredMembers =
  <Item extends object>({ shape }: Schema<Item> & { readonly shape: object }) =>
  (item: Item): Item =>
    Object.assign(
      {},
      ...Object.keys(shape).map(
        (name) => Object.hasOwn(item, name) && { [name]: Reflect.get(item, name) },
      ),
    );

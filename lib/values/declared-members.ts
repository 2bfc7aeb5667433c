import type { Schema } from './schema.ts';

/**
 * Builds a function that keeps only the members that a schema declares: clients see no others of a stored item. They
 * are in the schema's order, also when an answer is given again from storage. No value is checked.
 */
export const buildDeclaredMembers =
  <Item extends object>({ shape }: Schema<Item> & { readonly shape: object }) =>
  (item: Item): Item => {
    const declared = { ...item };
    for (const name of Object.keys(item)) Reflect.deleteProperty(declared, name);
    for (const name of Object.keys(shape)) {
      if (Object.hasOwn(item, name)) Reflect.set(declared, name, Reflect.get(item, name));
    }
    return declared;
  };

import type { Schema } from './schema.ts';

/**
 * Builds what takes out of an item every member that a schema does not declare: of what is stored, clients see no
 * other. Members are in the schema's order, also where an answer is given again from storage. It checks no value.
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

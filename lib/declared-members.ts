import type { Schema } from './schema.ts';

/**
 * Builds what takes out of an item every member that a schema does not declare: of what is stored, clients see no
 * other. It checks no value.
 */
export const buildDeclaredMembers =
  <Item extends object>({ shape }: Schema<Item> & { readonly shape: object }) =>
  (item: Item): Item => {
    const declared = { ...item };
    for (const name of Object.keys(item)) {
      if (!Object.hasOwn(shape, name)) Reflect.deleteProperty(declared, name);
    }
    return declared;
  };

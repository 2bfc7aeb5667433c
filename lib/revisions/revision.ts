import { randomBytes } from 'node:crypto';

/**
 * A new name for the state of an item: 16 characters, which no other state of any item ever has. It
 * is what an entity tag contains, and it shows who wrote the item last.
 */
export const newRevision = (): string => randomBytes(12).toString('base64url');

import { randomBytes } from 'node:crypto';

/**
 * A new name for the state of an item, which no other state of any item ever has: 16 characters. It is what the `ETag`
 * contains, and it shows who wrote the item last.
 */
export const newRevision = (): string => randomBytes(12).toString('base64url');

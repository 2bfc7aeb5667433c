import { RefusedError } from './errors.ts';
import type { IssuedKey } from './issue-key.ts';
import { keyView, type Output } from './output.ts';

/**
 * Shows a new key, the only time that it is shown.
 * @param more values that a script gets besides the key's record
 * @throws RefusedError with how to revoke the key, if nobody can see it
 */
export const printIssued = async (
  { secret, note }: Output,
  { apiKey, key }: IssuedKey,
  more = {},
): Promise<void> => {
  const { keyId, name, accountId, scope, expiresAt } = key;
  const access = scope === 'full' ? 'full access' : 'read only';
  const end = expiresAt === undefined ? 'does not expire' : `expires at ${expiresAt}`;
  note(`Issued ${keyId} (${name}) to ${accountId}: ${access}, ${end}.`);
  note('The key is shown this once and stored nowhere: hand it over by a safe channel.');
  try {
    await secret({ ...keyView(key), apiKey, ...more }, apiKey);
  } catch (error) {
    throw new RefusedError(`Nobody has seen the key: roll ${keyId} with --overlap 0h.`, {
      cause: error,
    });
  }
};

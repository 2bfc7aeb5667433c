import * as z from 'zod/mini';
import { idParameter, idsWith } from '../http/id-parameter.ts';
import { component, described, oneOf, time } from '../values/described.ts';
import { MOST_KEYS } from './account-record.ts';
import type { KeyPrefix } from './api-key.ts';
import { Key, lastUse, Scope } from './key-record.ts';
import { Label } from './label.ts';

export const ShownKey = z.pick(Key, {
  keyId: true,
  name: true,
  scope: true,
  lastFour: true,
  createdAt: true,
  expiresAt: true,
  lastUsedAt: true,
  successor: true,
});
export type ShownKey = z.infer<typeof ShownKey>;

/** The attributes that are read to list keys: the hash is not among them. */
export const LISTED_ATTRIBUTES = [...Object.keys(ShownKey.shape), 'accountId', 'until'] as const;

const ID = idsWith('key_');

export const KeyScope = described(
  oneOf(Scope.options),
  'What a key may do: everything (`full`), or only list and get (`read`).',
  { id: 'KeyScope' },
);

const members = {
  id: described(z.string(), 'Made by the service. It says nothing of the key.', ID.form),
  name: described(Label, 'What the key is for.'),
  scope: KeyScope,
  createdAt: time('When it was created: ISO 8601, in UTC, to the millisecond.'),
  expiresAt: z.optional(time('When it ends. Left out if it does not.')),
  lastUsedAt: z.optional(
    time('The hour in which it was last used. Left out before the first use.'),
  ),
  replacedBy: z.optional(
    described(z.string(), 'The key that a roll made for it. Left out if none did.', ID.form),
  ),
  hint: described(z.string(), 'How the key begins, and its last four characters.', {
    pattern: '^pet_(live|test)_…[0-9A-Za-z]{4}$',
    maxLength: 14,
  }),
};

export const AccountKey = component(
  'Key',
  'An API key of your account. The key itself is not stored.',
  members,
);
export type AccountKey = z.infer<typeof AccountKey>;

export const IssuedKey = component('IssuedKey', 'A new API key of your account.', {
  ...members,
  apiKey: described(z.string(), 'The key itself, this once: the service stores only its SHA-256.', {
    format: 'password',
    maxLength: 45,
  }),
});

export const AccountKeys = described(
  z.array(AccountKey),
  'Keys that work, or ended less than a day ago, the oldest first.',
  { id: 'Keys', maxItems: MOST_KEYS },
);

export const toAccountKey = (key: ShownKey, prefix: KeyPrefix): AccountKey => {
  const { keyId, name, scope, lastFour, createdAt, expiresAt, successor } = key;
  const lastUsedAt = lastUse(key);
  return {
    id: keyId,
    name,
    scope,
    createdAt,
    ...(expiresAt && { expiresAt }),
    ...(lastUsedAt && { lastUsedAt }),
    ...(successor && { replacedBy: successor }),
    hint: `${prefix}…${lastFour}`,
  };
};

/** An example, with a member that only new keys have. */
export const KEY_EXAMPLE = {
  id: 'key_pkIsbIG8M3ldIpl3',
  name: 'web shop',
  scope: 'full',
  createdAt: '2026-11-23T07:00:00.120Z',
  hint: 'pet_test_…N2FK',
} as const;

export const keyId = idParameter('key_not_found', "The key's id.", ID.read, ID.form);

import { type KeyPrefix, keyPrefix } from '../../lib/accounts/api-key.ts';
import { buildListKeys, type ListKeys } from '../../lib/accounts/list-keys.ts';
import { toAccountKey } from '../../lib/accounts/shown-key.ts';
import { operation } from '../../lib/http/operation.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { listKeys } from './contract.ts';

export const listKeysHandler = (list: ListKeys, prefix: KeyPrefix) =>
  operation(listKeys, async ({ caller }) => ({
    body: (await list(caller.accountId)).map((key) => toAccountKey(key, prefix)),
  }));

export const open = () => listKeysHandler(openStorage(listKeys.access, buildListKeys), keyPrefix());

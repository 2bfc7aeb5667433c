import { keyPrefix } from '../../lib/accounts/api-key.ts';
import { buildListKeys } from '../../lib/accounts/list-keys.ts';
import { toAccountKey } from '../../lib/accounts/shown-key.ts';
import { operation } from '../../lib/http/operation.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { listKeys } from './contract.ts';

export const open = (list = openStorage(listKeys.access, buildListKeys), prefix = keyPrefix()) =>
  operation(listKeys, async ({ caller }) => ({
    body: (await list(caller.accountId)).map((key) => toAccountKey(key, prefix)),
  }));

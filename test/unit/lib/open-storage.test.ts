import { expect, test } from '@jest/globals';
import { getPet } from '../../../functions/get-pet/contract.ts';
import { buildGetPet } from '../../../functions/get-pet/store.ts';
import { listOrders } from '../../../functions/list-orders/contract.ts';
import { openStorage } from '../../../lib/storage/open-storage.ts';

test('a function gets the tables that its contract names, and no others', () => {
  process.env['PETS_TABLE'] = 'pets-1';
  openStorage(getPet.access, (_client, tables) => {
    expect(tables).toEqual({ pets: 'pets-1' });
    // @ts-expect-error: getPet has no access to orders.
    expect(tables.orders).toBeUndefined();
  });
  // @ts-expect-error: orders are not pets.
  expect(() => openStorage(listOrders.access, buildGetPet)).toThrow();
});

test('a function that was deployed without a table of its own does not start', () => {
  process.env['PETS_TABLE'] = '';
  expect(() => openStorage(getPet.access, () => {})).toThrow(/PETS_TABLE is missing/);
});

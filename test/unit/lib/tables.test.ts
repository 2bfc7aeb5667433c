import { expect, test } from '@jest/globals';
import { getPet } from '../../../functions/get-pet/contract.ts';
import { buildGetPet } from '../../../functions/get-pet/store.ts';
import { createDocumentClient } from '../../../lib/storage/document-client.ts';
import { tablesOf } from '../../../lib/storage/tables.ts';

test('a function gets the tables that its contract names, and no others', () => {
  process.env['PETS_TABLE'] = 'pets-1';
  const tables = tablesOf(getPet.access);
  expect(tables).toEqual({ pets: 'pets-1' });
  // @ts-expect-error: getPet has no access to orders.
  expect(tables.orders).toBeUndefined();
  const orders = { orders: 'orders-1' };
  // @ts-expect-error: orders are not pets.
  expect(buildGetPet(createDocumentClient(), orders)).toBeInstanceOf(Function);
});

test('a function that was deployed without a table of its own does not start', () => {
  expect(() => tablesOf([{ table: 'orders', actions: [] }])).toThrow('ORDERS_TABLE is missing');
});

import { expect, test } from '@jest/globals';
import { getPet } from '../../../../functions/get-pet/contract.ts';
import { createRouter } from '../../../../infra/local/gateway/router.ts';

const findRoute = createRouter([getPet]);

test.each([
  ['/p%65ts/a%2Fb%20c', '/pets/{petId}', { petId: 'a%2Fb%20c' }],
  ['/pets//', '/{proxy+}', { proxy: 'pets/' }],
  ['//pets', '/{proxy+}', { proxy: '/pets' }],
])('%s is %s: only names of the path are decoded', (path, resource, pathParameters) => {
  expect(findRoute('GET', path)).toMatchObject({ resource, pathParameters });
});

test.each(['/pets/%', '/pets/%ff'])('%s has no route: its escape is broken', (path) => {
  expect(findRoute('GET', path)).toBeUndefined();
});

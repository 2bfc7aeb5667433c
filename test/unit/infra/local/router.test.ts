import { expect, test } from '@jest/globals';
import { createRouter } from '../../../../infra/local/gateway/router.ts';
import type { Contract } from '../../../../lib/http/contract.ts';

const contractOf = (method: Contract['method'], path: Contract['path']) =>
  ({ method, path, operationId: `${method} ${path}` }) as Contract;

const findRoute = createRouter([
  contractOf('GET', '/pets/{id}'),
  contractOf('GET', '/pets/count'),
  contractOf('POST', '/pets'),
  contractOf('GET', '/pets'),
  contractOf('GET', '/pets/{id}/photos/{photo}'),
]);

test.each([
  ['GET', '/', undefined, '/', {}],
  ['GET', '/pets', 'GET /pets', '/pets', {}],
  ['POST', '/pets', 'POST /pets', '/pets', {}],
  ['DELETE', '/pets', undefined, '/pets', {}],
  ['GET', '/pets/7', 'GET /pets/{id}', '/pets/{id}', { id: '7' }],
  ['GET', '/pets/count', 'GET /pets/count', '/pets/count', {}],
  ['DELETE', '/pets/count', undefined, '/pets/count', {}],
  [
    'GET',
    '/pets/7/photos/1',
    'GET /pets/{id}/photos/{photo}',
    '/pets/{id}/photos/{photo}',
    { id: '7', photo: '1' },
  ],
  ['GET', '/pets/a%2Fb%20c', 'GET /pets/{id}', '/pets/{id}', { id: 'a%2Fb%20c' }],
  ['GET', '/p%65ts', 'GET /pets', '/pets', {}],
  ['GET', '/pets/7/', 'GET /pets/{id}', '/pets/{id}', { id: '7' }],
  ['GET', '/pets/7/x', undefined, '/{proxy+}', { proxy: 'pets/7/x' }],
  ['GET', '/pets//', undefined, '/{proxy+}', { proxy: 'pets/' }],
  ['GET', '//pets', undefined, '/{proxy+}', { proxy: '/pets' }],
])('%s %s is %s', (method, path, operationId, resource, pathParameters) => {
  const route = findRoute(method, path);
  expect(route?.contract?.operationId).toBe(operationId);
  expect(route).toMatchObject({ resource, pathParameters });
});

test.each(['/pets/%', '/pets/%zz', '/pets/%ff'])(
  '%s has no route: its escape is broken',
  (path) => {
    expect(findRoute('GET', path)).toBeUndefined();
  },
);

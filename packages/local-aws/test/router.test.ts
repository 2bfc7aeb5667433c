import { describe, expect, test } from '@jest/globals';
import { routeTo } from '../src/api-gateway/router.ts';
import { method, resource } from './models.ts';

const resources = [
  resource('/', method('GET')),
  resource('/{proxy+}', method('ANY')),
  resource('/pets', method('GET'), method('ANY')),
  resource('/pets/{id}', method('GET')),
  resource('/pets/count', method('GET')),
  resource('/pets/{id}/photos/{photo}', method('GET')),
  resource('/files/{path+}', method('GET')),
];

const routed = (httpMethod: string, path: string) => {
  const route = routeTo(resources, httpMethod, path);
  if (route.kind !== 'method') return route.kind;
  return [route.method.httpMethod, route.resource.path, route.pathParameters];
};

describe('the router', () => {
  test.each([
    ['GET', '/', ['GET', '/', {}]],
    ['GET', '/pets', ['GET', '/pets', {}]],
    ['POST', '/pets', ['ANY', '/pets', {}]],
    ['GET', '/pets/7', ['GET', '/pets/{id}', { id: '7' }]],
    ['GET', '/pets/count', ['GET', '/pets/count', {}]],
    ['GET', '/pets/7/photos/1', ['GET', '/pets/{id}/photos/{photo}', { id: '7', photo: '1' }]],
    ['GET', '/pets/7/x', ['ANY', '/{proxy+}', { proxy: 'pets/7/x' }]],
    ['GET', '/pets/', ['GET', '/pets', {}]],
    ['GET', '/pets/7/', ['GET', '/pets/{id}', { id: '7' }]],
    ['GET', '/pets//', ['ANY', '/{proxy+}', { proxy: 'pets/' }]],
    ['GET', '//pets', ['ANY', '/{proxy+}', { proxy: '/pets' }]],
    ['GET', '/files/a/b.txt', ['GET', '/files/{path+}', { path: 'a/b.txt' }]],
    ['GET', '/files', ['ANY', '/{proxy+}', { proxy: 'files' }]],
    ['GET', '/pets/a%2Fb%20c', ['GET', '/pets/{id}', { id: 'a/b c' }]],
  ])('leads %s %s to the most specific method', (httpMethod, path, expected) => {
    expect(routed(httpMethod, path)).toEqual(expected);
  });

  test('finds nothing when the resource has no such method, even next to {proxy+}', () => {
    expect(routed('DELETE', '/pets/7')).toBe('none');
  });

  test('does not lead / to {proxy+}', () => {
    expect(routed('POST', '/')).toBe('none');
  });

  test('finds nothing for an unknown path without {proxy+}', () => {
    expect(routeTo([resource('/pets', method('GET'))], 'GET', '/pet').kind).toBe('none');
  });

  test.each(['/pets/%', '/pets/%zz', '/pets/%ff'])('calls %s malformed', (path) => {
    expect(routed('GET', path)).toBe('malformed');
  });
});

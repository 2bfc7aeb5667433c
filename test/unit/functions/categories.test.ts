import { beforeEach, expect, test } from '@jest/globals';
import { open as openPutCategory } from '../../../functions/put-category/handler.ts';
import { invoke, itemEvent } from '../../support/events.ts';
import { refusal } from './refusal.ts';

const asked: unknown[] = [];
beforeEach(() => {
  asked.length = 0;
});
const put = openPutCategory(async (...words) => {
  asked.push(...words);
  const [id, input] = words;
  return { category: { accountId: 'acct_1', revision: 'rev-1', id, ...input }, isNew: false };
});

const RESOURCE = '/categories/{categoryId}';
const send = (body: string, headers: Record<string, string> = {}, id = '7') =>
  invoke(put, itemEvent('PUT', RESOURCE, id, { headers, body }));

test.each<[Record<string, string>, object]>([
  [{}, {}],
  [{ 'If-Match': '"a"' }, { ifMatch: ['a'] }],
  [{ 'if-match': '*' }, { ifMatch: '*' }],
  [{ 'If-None-Match': '*' }, { ifNoneMatch: '*' }],
])('putCategory with the headers %j asks the store for that', async (headers, how) => {
  await send('{"name":"Dogs","id":9,"accountId":"x"}', headers);
  expect(asked).toEqual([7n, { name: 'Dogs' }, { accountId: 'acct_1', ...how }]);
});

test('a header that comes in several lines is one list', async () => {
  const headers = { 'If-Match': '"1"' };
  const event = itemEvent('PUT', RESOURCE, '7', { headers, body: '{"name":"Dogs"}' });
  event.multiValueHeaders['if-match'] = ['"2"', '"3"'];
  await invoke(put, event);
  expect(asked[2]).toMatchObject({ ifMatch: ['1', '2', '3'] });
});

test.each<[string, Record<string, string>, RegExp]>([
  ['{"name":"Dogs"}', { 'If-Match': '"a"', 'If-None-Match': '*' }, /^If-None-Match must not/],
  ['{"name":"Dogs"}', { 'If-Match': '*', 'If-None-Match': '*' }, /^If-None-Match must not/],
  ['{"name":"Dogs"}', { 'If-None-Match': '"a"' }, /^If-None-Match must be \*/],
  ['{}', {}, /^name is required\.$/],
])('putCategory refuses %s with %j, before it looks at the id', async (body, headers, message) => {
  const answer = await send(body, headers, 'abc');
  expect(answer).toMatchObject(refusal('validation_failed', message));
  expect(asked).toEqual([]);
});

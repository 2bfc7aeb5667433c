import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ServedApp, serveApp } from './serve-app.ts';

let app: ServedApp;

beforeAll(async () => {
  app = await serveApp('notes.ts', 'Notes', { Prefix: 'their' });
});
afterAll(() => app.close());

const put = (id: string, note: object) =>
  app.send(`/notes/${id}`, { method: 'PUT', body: JSON.stringify(note) });

describe('an API without an authorizer', () => {
  test('answers by CommonJS for an older Node, and says which Node it runs on', async () => {
    expect((await app.send('/')).status).toBe(200);
    expect(app.notes).toEqual([
      expect.stringMatching(/^Run on Node \d+: Notes-Handler\w+ \(nodejs18\.x\)$/),
    ]);
  });

  test('gives functions parameters, by their defaults and by what was given, and pseudo parameters', async () => {
    expect((await app.send('/')).body).toMatchObject({
      NOTES: 'their-notes',
      NOTES_ARN: 'arn:aws:dynamodb:us-east-1:000000000000:table/their-notes',
      LIMIT: '2',
      WHERE: 'aws us-east-1 000000000000 Notes',
    });
  });

  test('tells the outputs', () => {
    expect(app.outputs).toMatchObject({
      NotesName: 'their-notes',
      NotesApiEndpoint602C11C3: expect.stringMatching(/^https:\/\/.*\/prod\/$/),
    });
  });
});

describe('AWS::DynamoDB::Table', () => {
  test('is there by its own name with its indexes, for the AWS SDK that Lambda has', async () => {
    expect((await put('1', { author: 'ann', text: 'Hello', secret: 'x' })).status).toBe(201);
    const { status, body } = await app.send('/notes?author=ann');
    expect([status, body]).toEqual([200, [{ id: '1', author: 'ann', text: 'Hello' }]]);
  });

  test('is there by the name that the stack gives it, with a local index', async () => {
    await put('2', { author: 'bob' });
    const { body } = await app.send('/notes?day=today');
    expect(body).toEqual([{ day: 'today', at: 1, kind: 'put' }]);
  });
});

describe('a path', () => {
  test.each([
    ['/notes', 'POST', '/notes', null],
    ['/notes/newest', 'GET', '/notes/newest', null],
    ['/notes/7', 'DELETE', '/notes/{id}', { id: '7' }],
    ['/files/a/b%20c.txt', 'PATCH', '/files/{proxy+}', { proxy: 'a/b c.txt' }],
  ])('%s by %s leads to %s', async (path, httpMethod, resource, pathParameters) => {
    const { body } = await app.send(path, { method: httpMethod });
    expect(body).toEqual({ resource, httpMethod, path, pathParameters });
  });

  test.each(['/files', '/notes/7/x', '/other'])(
    '%s is not there, as the API says it',
    async (path) => {
      const { status, headers, body } = await app.send(path, {
        headers: { Origin: 'https://a.b' },
      });
      expect([status, body]).toEqual([404, { message: 'Missing Authentication Token' }]);
      expect(headers.get('access-control-allow-origin')).toBe('https://a.b');
    },
  );
});

describe('OPTIONS by a mock integration', () => {
  const preflight = async (path: string, Origin: string) => {
    const { status, headers, body } = await app.send(path, {
      method: 'OPTIONS',
      headers: { Origin },
    });
    const names = ['allow-origin', 'allow-methods', 'allow-credentials'];
    return [status, body, ...names.map((name) => headers.get(`access-control-${name}`))];
  };

  test.each(['/', '/notes', '/notes/7', '/files/a/b'])('allows any origin at %s', async (path) => {
    expect(await preflight(path, 'https://any.example')).toEqual([204, '', '*', 'GET,PUT', null]);
  });

  test.each([
    ['https://one.example', 'https://one.example'],
    ['https://two.example', 'https://two.example'],
    ['https://three.example', 'https://one.example'],
  ])('answers one of several origins: %s gets %s', async (origin, allowed) => {
    const [status, , allowOrigin, , credentials] = await preflight('/partners', origin);
    expect([status, allowOrigin, credentials]).toEqual([204, allowed, 'true']);
  });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ServedApp, serveApp } from './serve-app.ts';

let app: ServedApp;

beforeAll(async () => {
  app = await serveApp('depot.ts', 'Depot');
});
afterAll(() => app.close());

describe('AWS::DynamoDB::GlobalTable', () => {
  test('is there by its names, with its indexes, in a stack that this one needs', async () => {
    const { status, body } = await app.send('/shelves');
    expect(status).toBe(200);
    expect(body.Items).toEqual([{ id: { S: 'bolt' }, shelf: { N: '7' } }]);
    expect(body.names).toMatchObject({ PARTS: 'Store-Parts5258B080', SPARE: 'spare-parts' });
  });
});

test('what a condition does not hold for is not there', async () => {
  expect((await app.send('/shelves')).body.names.HALL).toBe('none');
  expect(app.outputs['Greeting']).toBe('Depot in us-east-1, small');
});

test('code in the template answers, by a callback and by a version', async () => {
  expect(await app.send('/inline')).toMatchObject({ status: 200, body: {} });
});

test('a mock integration answers by the pattern that its status matches', async () => {
  const { status, headers, body } = await app.send('/health');
  expect([status, body]).toEqual([503, 'closed']);
  expect([headers.get('content-type'), headers.get('retry-after')]).toEqual(['text/plain', '60']);
});

test('a mock integration without a response for its status answers 500', async () => {
  expect(await app.send('/unmatched')).toMatchObject({
    status: 500,
    body: { message: 'Internal server error' },
  });
});

describe('501 with the reason', () => {
  test.each([
    ['/python', /Python\w+: python3\.12 is not a Node runtime/],
    ['/zipped', /Zipped\w+: its code is a zip file/],
    ['/http', /an integration of the type HTTP_PROXY/],
    ['/queue', /an integration of the type AWS$/],
    ['/mapped', /an integration of the type AWS$/],
    ['/signed', /an authorization of the type AWS_IAM/],
    ['/counted', /needs an API key/],
    ['/guarded', /python3\.12 is not a Node runtime/],
    ['/vtl', /a request template in VTL/],
  ])('is the answer of %s', async (path, reason) => {
    const { status, body } = await app.send(path, { headers: { Authorization: 'x' } });
    expect([status, body]).toEqual([501, { message: expect.stringMatching(reason) }]);
  });
});

test('an API by an OpenAPI document answers 501 to everything', async () => {
  for (const path of ['/', '/parts/7']) {
    expect(await app.send(path, {}, 'SpecApi')).toMatchObject({
      status: 501,
      body: { message: expect.stringMatching(/SpecApi\w+: .*OpenAPI/) },
    });
  }
});

describe('a start', () => {
  test('names the types that are left out, in one line, and no log retention', () => {
    expect(app.notes[0]).toBe(
      'Not emulated, left out: AWS::Lambda::LayerVersion, AWS::S3::Bucket (2), AWS::S3::BucketPolicy, AWS::SQS::Queue, Custom::S3AutoDeleteObjects',
    );
  });

  test('names functions that cannot run, and layers and variables that are left out', () => {
    expect(app.notes.slice(1)).toEqual([
      expect.stringMatching(/^Left out of the environment: Shelves\w+\.QUEUE_ARN: .*Queue/),
      expect.stringMatching(/^Not emulated, left out: the layers of Inline\w+$/),
      expect.stringMatching(/^Not emulated, calls get 501: the function Python\w+: python3\.12/),
      expect.stringMatching(/^Not emulated, calls get 501: the function Zipped\w+: .*zip/),
      expect.stringMatching(/^Run on Node \d+: Depot-Inline\w+ \(nodejs20\.x\)$/),
    ]);
  });
});

import { expect, test } from '@jest/globals';
import { readEventSourceMappings } from '../src/streams/event-source-mappings.ts';
import { lambdaFunction, shopTemplate } from './assembly.ts';
import { notesTable } from './stream-app.ts';

const read = (properties: object, others: Parameters<typeof shopTemplate>[0] = {}) => {
  const lines: string[] = [];
  const template = shopTemplate({
    Notes: notesTable('NEW_IMAGE'),
    Follow: lambdaFunction({}),
    Live: {
      Type: 'AWS::Lambda::Alias',
      Properties: { FunctionName: { Ref: 'Follow' }, Name: 'live' },
    },
    Mapping: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        EventSourceArn: { 'Fn::GetAtt': ['Notes', 'StreamArn'] },
        FunctionName: { Ref: 'Follow' },
        StartingPosition: 'LATEST',
        ...properties,
      },
    },
    ...others,
  });
  return { mappings: readEventSourceMappings(template, (line) => lines.push(line)), lines };
};

test('a mapping has the limits that CloudFormation gives it', () => {
  const { mappings, lines } = read({});
  expect(lines).toEqual([]);
  expect(mappings).toMatchObject([
    {
      name: 'shop-Mapping',
      tableName: 'notes',
      lambdaFunction: { name: 'shop-Follow' },
      batchSize: 100,
      startsAtLatest: true,
      maxRetries: Number.POSITIVE_INFINITY,
      maxAgeSeconds: Number.POSITIVE_INFINITY,
      bisects: false,
      reportsItemFailures: false,
    },
  ]);
});

test.each([
  ['its name', { Ref: 'Follow' }],
  ['its ARN', { 'Fn::GetAtt': ['Follow', 'Arn'] }],
  ['its alias', { Ref: 'Live' }],
  ['its name with an alias', { 'Fn::Sub': `\${Follow}:live` }],
])('a function is found by %s', (_, FunctionName) => {
  expect(read({ FunctionName }).mappings[0]?.lambdaFunction.name).toBe('shop-Follow');
});

test('the stream of a table of the older type is one as well', () => {
  const { mappings } = read({}, { Notes: { ...notesTable(), Type: 'AWS::DynamoDB::Table' } });
  expect(mappings[0]?.tableName).toBe('notes');
});

test('a mapping that is not enabled is left out', () => {
  expect(read({ Enabled: false })).toEqual({ mappings: [], lines: [] });
});

test.each([
  ['another source', { EventSourceArn: 'arn:aws:sqs:us-east-1:000000000000:queue' }, /queue/],
  ['no source', { EventSourceArn: undefined }, /EventSourceArn|Mapping/],
  ['a source that is not known', { EventSourceArn: { 'Fn::GetAtt': ['Queue', 'Arn'] } }, /Queue/],
  ['another function', { FunctionName: 'elsewhere' }, /elsewhere/],
  ['a broken filter', { FilterCriteria: { Filters: [{ Pattern: '{' }] } }, /Mapping/],
  [
    'another filter',
    { FilterCriteria: { Filters: [{ Pattern: '{"a":[{"suffix":"b"}]}' }] } },
    /Mapping/,
  ],
])('a mapping with %s is left out, with a line', (_, properties, reason) => {
  const { mappings, lines } = read(properties);
  expect(mappings).toEqual([]);
  expect(lines).toEqual([expect.stringMatching(/^Not emulated, left out: .* Mapping \(/)]);
  expect(lines[0]).toMatch(reason);
});

test('settings that change nothing here are named in one line', () => {
  const { mappings, lines } = read({ ParallelizationFactor: 2, TumblingWindowInSeconds: 30 });
  expect(mappings).toHaveLength(1);
  expect(lines).toEqual([
    'Not emulated, left out of Mapping: ParallelizationFactor, TumblingWindowInSeconds',
  ]);
});

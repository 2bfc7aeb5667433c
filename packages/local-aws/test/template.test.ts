import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { shopTemplate } from './assembly.ts';

const table = { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'pets' } };
const worker = { Type: 'AWS::Lambda::Function', Properties: {} };

function resolved(value: unknown): unknown {
  const template = shopTemplate(
    {
      Pets: table,
      Worker: worker,
      Live: {
        Type: 'AWS::Lambda::Alias',
        Properties: { FunctionName: { Ref: 'Worker' }, Name: 'live' },
      },
      Api12345678: { Type: 'AWS::ApiGateway::RestApi' },
      Thing: { Type: 'Test', Properties: { Value: value } },
    },
    { Parameters: { Size: { Type: 'String', Default: 'small' } } },
  );
  return template.read('Thing', z.object({ Value: z.unknown() })).Value;
}

describe('the template reader', () => {
  test.each([
    ['a pseudo parameter', { Ref: 'AWS::Region' }, 'us-east-1'],
    ['the stack name', { Ref: 'AWS::StackName' }, 'shop'],
    ['a parameter by its default', { Ref: 'Size' }, 'small'],
    ['a table that has a name', { Ref: 'Pets' }, 'pets'],
    ['a function that has none', { Ref: 'Worker' }, 'shop-Worker'],
    ['an API by ten characters', { Ref: 'Api12345678' }, 'i12345678'.padStart(10, 'p')],
    [
      'a table ARN',
      { 'Fn::GetAtt': ['Pets', 'Arn'] },
      'arn:aws:dynamodb:us-east-1:000000000000:table/pets',
    ],
    [
      'a function ARN',
      { 'Fn::GetAtt': 'Worker.Arn' },
      'arn:aws:lambda:us-east-1:000000000000:function:shop-Worker',
    ],
    [
      'an alias by its ARN',
      { Ref: 'Live' },
      'arn:aws:lambda:us-east-1:000000000000:function:shop-Worker:live',
    ],
    ['Join over other functions', { 'Fn::Join': ['-', ['a', { Ref: 'Pets' }]] }, 'a-pets'],
    ['Select of Split', { 'Fn::Select': ['1', { 'Fn::Split': [':', 'a:b'] }] }, 'b'],
    [
      'Sub with resources, attributes, variables and literals',
      { 'Fn::Sub': [`\${Pets} \${Worker.Arn} \${Mine} \${!Kept}`, { Mine: { Ref: 'Size' } }] },
      `pets arn:aws:lambda:us-east-1:000000000000:function:shop-Worker small \${Kept}`,
    ],
  ])('resolves %s', (_, value, expected) => {
    expect(resolved(value)).toBe(expected);
  });

  test('leaves out what is AWS::NoValue', () => {
    expect(resolved({ kept: [1, { Ref: 'AWS::NoValue' }], gone: { Ref: 'AWS::NoValue' } })).toEqual(
      { kept: [1] },
    );
  });

  test.each([
    ['a function it does not know', { 'Fn::ImportValue': 'x' }, /Thing.*Value.*Fn::ImportValue/],
    ['a resource that is not there', { Ref: 'Nobody' }, /Thing.*Value.*Nobody/],
    ['an attribute it does not know', { 'Fn::GetAtt': ['Pets', 'StreamArn'] }, /Pets\.StreamArn/],
    ['arguments of the wrong form', { 'Fn::Join': 'x' }, /Thing.*Fn::Join/],
  ])('refuses %s and says where', (_, value, message) => {
    expect(() => resolved(value)).toThrow(message);
    expect(() => resolved(value)).toThrow(expect.objectContaining({ name: 'TemplateError' }));
  });

  test('refuses a property of the wrong type and names the resource', () => {
    const template = shopTemplate({ Pets: table });
    expect(() => template.read('Pets', z.object({ TableName: z.number() }))).toThrow(/^Pets: /);
  });

  test('resolves an output, and refuses one that is not there', () => {
    const Outputs = { Url: { Value: { 'Fn::Sub': `https://x.\${AWS::URLSuffix}` } } };
    const template = shopTemplate({}, { Outputs });
    expect(template.output('Url')).toBe('https://x.localhost');
    expect(() => template.output('Other')).toThrow('Outputs.Other');
  });

  test('refuses an S3 key of no asset', () => {
    expect(() => shopTemplate({}).assetDirectory('other.zip')).toThrow('no file asset');
  });
});

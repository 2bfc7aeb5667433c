import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { readStackTemplate } from '../src/cloudformation/template.ts';
import { shopTemplate } from './assembly.ts';

const table = { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'pets' } };
const worker = { Type: 'AWS::Lambda::Function', Properties: {} };

const resolved = (value: unknown): unknown => {
  const template = shopTemplate(
    {
      Pets: table,
      Worker: worker,
      Live: {
        Type: 'AWS::Lambda::Alias',
        Properties: { FunctionName: { Ref: 'Worker' }, Name: 'live' },
      },
      Api12345678: { Type: 'AWS::ApiGateway::RestApi' },
      Gone: { Type: 'AWS::DynamoDB::Table', Condition: 'Never' },
      First: { Type: 'AWS::Lambda::Version', Properties: { FunctionName: { Ref: 'Worker' } } },
      Thing: { Type: 'Test', Properties: { Value: value } },
    },
    {
      Parameters: {
        Size: { Type: 'String', Default: 'small' },
        Count: { Type: 'Number', Default: '3' },
        Zones: { Type: 'CommaDelimitedList', Default: 'a, b' },
        Color: { Type: 'String', Default: 'red' },
        Secret: { Type: 'String' },
        BootstrapVersion: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/cdk/version' },
      },
      Mappings: { LatestNodeRuntimeMap: { 'us-east-1': { value: 'nodejs22.x' } } },
      Conditions: {
        IsSmall: { 'Fn::Equals': [{ Ref: 'Size' }, 'small'] },
        IsBlue: { 'Fn::Equals': [{ Ref: 'Color' }, 'blue'] },
        Never: { 'Fn::Not': [{ Condition: 'IsSmall' }] },
        Both: { 'Fn::And': [{ Condition: 'IsSmall' }, { Condition: 'IsBlue' }] },
        Either: { 'Fn::Or': [{ Condition: 'Never' }, { Condition: 'IsBlue' }] },
      },
    },
    '',
    { Color: 'blue' },
  );
  return template.read('Thing', z.object({ Value: z.unknown() })).Value;
};

describe('the template reader', () => {
  test.each([
    ['a pseudo parameter', { Ref: 'AWS::Region' }, 'us-east-1'],
    ['the stack name', { Ref: 'AWS::StackName' }, 'shop'],
    [
      'the id of the stack',
      { 'Fn::Select': [1, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] },
      'shop',
    ],
    ['a parameter by its default', { Ref: 'Size' }, 'small'],
    ['a parameter by the value that is given', { Ref: 'Color' }, 'blue'],
    ['a parameter that is a number', { Ref: 'Count' }, 3],
    ['a parameter that is a list', { 'Fn::Join': ['+', { Ref: 'Zones' }] }, 'a+b'],
    ['a condition that holds', { 'Fn::If': ['Both', 'yes', 'no'] }, 'yes'],
    ['one of two conditions', { 'Fn::If': ['Either', 'yes', 'no'] }, 'yes'],
    ['a condition that does not hold', { 'Fn::If': ['Never', { Ref: 'Gone' }, 'no'] }, 'no'],
    [
      'a mapping',
      { 'Fn::FindInMap': ['LatestNodeRuntimeMap', { Ref: 'AWS::Region' }, 'value'] },
      'nodejs22.x',
    ],
    [
      'a mapping without the key by its default',
      { 'Fn::FindInMap': ['LatestNodeRuntimeMap', 'x', 'y', { DefaultValue: 'nodejs20.x' }] },
      'nodejs20.x',
    ],
    ['Base64', { 'Fn::Base64': { Ref: 'Size' } }, 'c21hbGw='],
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
    [
      'a version by its ARN',
      { Ref: 'First' },
      'arn:aws:lambda:us-east-1:000000000000:function:shop-Worker:1',
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
    ['a function it does not know', { 'Fn::Cidr': 'x' }, /Thing.*Value.*Fn::Cidr/],
    ['an export of no stack', { 'Fn::ImportValue': 'x' }, /Thing.*Value.*exports x/],
    ['a resource that is not there', { Ref: 'Nobody' }, /Thing.*Value.*Nobody/],
    ['a resource whose condition does not hold', { Ref: 'Gone' }, /Thing.*Value.*Gone/],
    ['a parameter without a value', { Ref: 'Secret' }, /Thing.*Value.*Secret needs a value/],
    ['the value of an SSM parameter', { Ref: 'BootstrapVersion' }, /BootstrapVersion needs/],
    ['a condition that is not there', { 'Fn::If': ['Other', 1, 2] }, /Thing.*condition Other/],
    ['a key of no mapping', { 'Fn::FindInMap': ['A', 'B', 'C'] }, /Thing.*FindInMap/],
    ['an attribute it does not know', { 'Fn::GetAtt': ['Pets', 'Size'] }, /Pets\.Size/],
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

  test('refuses a value for a parameter that is not there, and a stack that is not there', () => {
    expect(() => shopTemplate({}, {}, '', { Colour: 'x' })).toThrow(
      'shop: has no parameter Colour',
    );
    expect(() => readStackTemplate('/nowhere', 'shop')).toThrow('There is no stack in /nowhere');
  });

  test('refuses an S3 key of no asset', () => {
    expect(() => shopTemplate({}).assetDirectory('other.zip')).toThrow('no file asset');
  });
});

import { describe, expect, test } from '@jest/globals';
import { readRestApis } from '../src/api-gateway/rest-apis.ts';
import { readUsagePlan } from '../src/api-gateway/usage-plan.ts';
import { shopResources, shopTemplate } from './assembly.ts';

const onStaff = { ApiId: { Ref: 'StaffApi0A1B2C3D' }, Stage: { Ref: 'StaffStage' } };
const onOpen = { ApiId: { Ref: 'OpenApi9F8E7D6C' }, Stage: 'v2' };
const plan = (...ApiStages: object[]) => ({
  Type: 'AWS::ApiGateway::UsagePlan',
  Properties: { ApiStages, Throttle: { RateLimit: 10, BurstLimit: 20 } },
});

const read = (plans: Record<string, ReturnType<typeof plan>>) => {
  const template = shopTemplate({ ...shopResources, ...plans });
  return readUsagePlan(template, readRestApis(template));
};

describe('the reader of usage plans', () => {
  test('reads what each API key may send', () => {
    expect(read({ Plan: plan(onStaff, onOpen) })).toEqual({ rate: 10, burst: 20 });
  });

  test('refuses a stack without a plan, or with two', () => {
    expect(() => read({})).toThrow('there must be one');
    const two = { One: plan(onStaff, onOpen), Other: plan(onStaff, onOpen) };
    expect(() => read(two)).toThrow('there must be one');
  });

  test('refuses a plan that lacks an API, or names another stage of it', () => {
    expect(() => read({ Plan: plan(onStaff) })).toThrow('Plan: the stage of Open is not on it');
    const elsewhere = { ...onOpen, Stage: 'v1' };
    expect(() => read({ Plan: plan(onStaff, elsewhere) })).toThrow('the stage of Open');
  });
});

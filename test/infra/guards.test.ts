import { describe, expect, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { ADDRESSES } from '../../infra/stacks/addresses.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { readManifest, readTemplate } from '../support/assembly.ts';

const ACCOUNT = 'pet-store-account';

describe('the account stack', () => {
  const template = Template.fromJSON(readTemplate(ACCOUNT));

  test('lets API Gateway write logs, and keeps that when it goes', () => {
    template.allResources('AWS::ApiGateway::Account', { DeletionPolicy: 'Retain' });
    template.resourceCountIs('AWS::ApiGateway::Account', 1);
    template.allResources('AWS::IAM::Role', { DeletionPolicy: 'Retain' });
  });

  test('tells the account’s owner of costs before they are over the budget', () => {
    template.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: {
        BudgetLimit: { Amount: ADDRESSES.budget.dollarsAMonth, Unit: 'USD' },
        TimeUnit: 'MONTHLY',
      },
      NotificationsWithSubscribers: [
        { Notification: { NotificationType: 'ACTUAL', Threshold: 80 } },
        { Notification: { NotificationType: 'FORECASTED', Threshold: 100 } },
      ].map((each) => ({
        ...each,
        Subscribers: [{ SubscriptionType: 'EMAIL', Address: ADDRESSES.budget.email }],
      })),
    });
  });

  test.each(Object.values(STAGES))('comes before $stackName, which does not set it', (config) => {
    const stage = Template.fromJSON(readTemplate(config.stackName));
    stage.resourceCountIs('AWS::ApiGateway::Account', 0);
    expect(readManifest().artifacts[config.stackName]?.dependencies).toContain(ACCOUNT);
  });
});

test('only staging may be deleted as a whole', () => {
  const guarded = (stackName: string) =>
    readManifest().artifacts[stackName]?.properties?.terminationProtection ?? false;
  expect(guarded(STAGES.production.stackName)).toBe(true);
  expect(guarded(STAGES.staging.stackName)).toBe(false);
  expect(guarded(ACCOUNT)).toBe(true);
});

describe.each(Object.values(STAGES))('the access logs of $stackName', (config) => {
  const template = Template.fromJSON(readTemplate(config.stackName));
  const formats = Object.values(template.findResources('AWS::ApiGateway::Stage')).map(
    ({ Properties }): Record<string, string> => JSON.parse(Properties.AccessLogSetting.Format),
  );

  test('are JSON that tells whose request took how long, and what came of it', () => {
    expect(formats).toHaveLength(2);
    for (const format of formats) {
      expect(Object.values(format).every((value) => /^\$context\.[\w.]+$/.test(value))).toBe(true);
      expect(format).toMatchObject({
        requestId: '$context.requestId',
        keyId: '$context.authorizer.keyId',
        status: '$context.status',
        responseLatency: '$context.responseLatency',
      });
    }
  });

  test('hold nothing of a request but its method and its route', () => {
    for (const format of formats) {
      expect(JSON.stringify(format)).not.toMatch(
        /\$context\.(path|identity|error\.message|requestOverride|authorizer\.(?!principalId|keyId|latency|requestId))/,
      );
    }
  });

  test('are forgotten when the stage says so, as those of functions are', () => {
    template.allResourcesProperties('AWS::Logs::LogGroup', {
      RetentionInDays: config.logRetention,
    });
  });
});

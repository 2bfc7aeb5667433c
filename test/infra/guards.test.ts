import { describe, expect, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { ADDRESSES } from '../../infra/stacks/addresses.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { readManifest, readTemplate } from '../support/assembly.ts';

const ACCOUNT = 'pet-store-account';

/** The stacks that are deployed before another. */
const stacksBefore = (stackName: string) =>
  readManifest().artifacts[stackName]?.dependencies?.filter((name) => !name.endsWith('.assets'));

describe('the account stack', () => {
  const template = Template.fromJSON(readTemplate(ACCOUNT));

  test('lets API Gateway write logs, and keeps that when it goes', () => {
    template.allResources('AWS::ApiGateway::Account', { DeletionPolicy: 'Retain' });
    template.resourceCountIs('AWS::ApiGateway::Account', 1);
    template.allResources('AWS::IAM::Role', { DeletionPolicy: 'Retain' });
  });

  test.each(Object.values(STAGES))('comes before $stackName, which does not set it', (config) => {
    const stage = Template.fromJSON(readTemplate(config.stackName));
    stage.resourceCountIs('AWS::ApiGateway::Account', 0);
    // And nothing else does: AWS refuses budgets in new member accounts.
    expect(stacksBefore(config.stackName)).toEqual([ACCOUNT]);
  });
});

test('the account’s owner hears of costs before they are over the budget', () => {
  Template.fromJSON(readTemplate('pet-store-budget')).hasResourceProperties(
    'AWS::Budgets::Budget',
    {
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
    },
  );
});

test('only production may not be deleted as a whole', () => {
  const guarded = Object.entries(readManifest().artifacts)
    .filter(([, { properties }]) => properties?.terminationProtection)
    .map(([name]) => name);
  expect(guarded).toEqual([STAGES.production.stackName]);
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

import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import { ADDRESSES } from './addresses.ts';

const notify = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
  notification: { notificationType, threshold, comparisonOperator: 'GREATER_THAN' },
  subscribers: [{ subscriptionType: 'EMAIL', address: ADDRESSES.budget.email }],
});

/**
 * The budget of the AWS account: it also counts what else runs there. No other stack depends on it, because AWS refuses
 * budgets in member accounts until a day after their creation, and where a policy of the organization says so.
 */
export class BudgetStack extends Stack {
  constructor(scope: Construct) {
    super(scope, 'pet-store-budget', {
      description: 'Sends mail when this AWS account costs too much, or is about to',
    });
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: ADDRESSES.budget.dollarsAMonth, unit: 'USD' },
      },
      notificationsWithSubscribers: [notify('ACTUAL', 80), notify('FORECASTED', 100)],
    });
  }
}

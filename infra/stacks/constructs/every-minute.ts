import { Duration, Validations } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

/** A schedule comes again within a minute, so that a late or repeated attempt is of no use. */
export const ONCE = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };

/** Invokes a function each minute, once. */
export const invokeEveryMinute = (scope: Construct, id: string, invoked: IFunction): void => {
  invoked.configureAsyncInvoke(ONCE);
  const schedule = Schedule.rate(Duration.minutes(1));
  const rule = new Rule(new Construct(scope, id), 'Rule', { schedule });
  rule.addTarget(new LambdaFunction(invoked, ONCE));
  const reason = 'The next minute invokes it again, and its alarm turns on when nothing does.';
  Validations.of(rule).acknowledge({ id: 'Serverless-EventBusDLQ', reason });
  Validations.of(invoked).acknowledge({ id: 'Serverless-LambdaAsyncFailureDestination', reason });
};

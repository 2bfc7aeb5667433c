import { Duration, Validations } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import type { BundledFunction } from './bundled-function.ts';

/** A schedule comes again within a minute, so that a late or repeated attempt is of no use. */
export const ONCE = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };

/** Invokes a function each minute, once. */
export const invokeEveryMinute = (
  scope: Construct,
  id: string,
  { live }: BundledFunction,
): void => {
  live.configureAsyncInvoke(ONCE);
  const schedule = Schedule.rate(Duration.minutes(1));
  const rule = new Rule(new Construct(scope, id), 'Rule', { schedule });
  rule.addTarget(new LambdaFunction(live, ONCE));
  const reason = 'The next minute invokes it again, and its alarm turns on when nothing does.';
  Validations.of(rule).acknowledge({ id: 'Serverless-EventBusDLQ', reason });
  Validations.of(live).acknowledge({ id: 'Serverless-LambdaAsyncFailureDestination', reason });
};

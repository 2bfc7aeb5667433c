import type { FunctionAlarmsProps } from './function-alarms.ts';

/** A function with what its alarms and the dashboard need. */
export type WatchedFunction = Pick<
  FunctionAlarmsProps,
  'answersByThrowing' | 'effect' | 'function' | 'name' | 'runbook'
> & {
  /**
   * Whether the dashboard shows who still uses it.
   * @default false
   */
  readonly deprecated?: boolean;
};

import type { FunctionAlarmsProps } from './function-alarms.ts';

/** A function, and what it means to clients. */
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

import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { TemplateError } from '../cloudformation/intrinsics.ts';
import { accountId, region } from '../cloudformation/physical-ids.ts';
import { type StackTemplate, withDependencies } from '../cloudformation/template.ts';
import { nameOfFunction } from '../lambda/function-reference.ts';

/** A rule that invokes functions at a rate. */
export interface Schedule {
  readonly ruleArn: string;
  readonly everyMs: number;
  /** Names of functions. */
  readonly functionNames: readonly string[];
}

const ruleSchema = z.object({
  ScheduleExpression: z.string().optional(),
  State: z.string().default('ENABLED'),
  Targets: z.array(z.object({ Arn: z.string() })).default([]),
});

/** A timer of Node takes no more. */
const LONGEST_MS = 2 ** 31 - 1;

const MINUTE_MS = 60_000;
const UNITS = { minute: MINUTE_MS, hour: 60 * MINUTE_MS, day: 24 * 60 * MINUTE_MS };
const RATE = /^rate\(([1-9]\d*) (minute|hour|day)s?\)$/;

/**
 * Reads the rules of a stack with a rate. Others are left out, and named in a line.
 * CloudFormation Template Reference, "AWS::Events::Rule".
 */
export const readSchedules = (
  template: StackTemplate,
  note: (line: string) => void,
): readonly Schedule[] =>
  withDependencies(template).flatMap((stack) =>
    stack.logicalIds('AWS::Events::Rule').flatMap((logicalId) => {
      try {
        return readSchedule(stack, logicalId);
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        note(`Not emulated, left out: the rule ${error.message}`);
        return [];
      }
    }),
  );

const readSchedule = (stack: StackTemplate, logicalId: string): readonly Schedule[] => {
  const { ScheduleExpression, State, Targets } = stack.read(logicalId, ruleSchema);
  if (State === 'DISABLED') return [];
  const everyMs = intervalOf(ScheduleExpression);
  if (everyMs === undefined) {
    const what = ScheduleExpression ?? 'an event pattern';
    throw new TemplateError(logicalId, `${what} is not a rate of at most 24 days`);
  }
  const functionNames = Targets.map(({ Arn }) => {
    const name = nameOfFunction(Arn);
    if (name === undefined) throw new TemplateError(logicalId, `${Arn} is not a function`);
    return name;
  });
  const ruleArn = `arn:aws:events:${region}:${accountId}:rule/${stack.ref(logicalId)}`;
  return [{ ruleArn, everyMs, functionNames }];
};

const intervalOf = (expression = ''): number | undefined => {
  const [, count, unit] = RATE.exec(expression) ?? [];
  if (unit !== 'minute' && unit !== 'hour' && unit !== 'day') return undefined;
  const everyMs = Number(count) * UNITS[unit];
  return everyMs > LONGEST_MS ? undefined : everyMs;
};

/** Rules that run. */
export interface Schedules {
  close(): void;
}

/**
 * Invokes the functions of rules, for the first time after one interval, as EventBridge does.
 * @param invoke takes an event for a function, as JSON text. Nobody waits for the answer
 */
export const startSchedules = (
  schedules: readonly Schedule[],
  invoke: (functionName: string, payload: string) => void,
): Schedules => {
  const timers = schedules.map(({ everyMs, functionNames, ruleArn }) =>
    setInterval(() => {
      for (const name of functionNames) invoke(name, JSON.stringify(scheduledEvent(ruleArn)));
    }, everyMs).unref(),
  );
  return {
    close: () => {
      for (const timer of timers) clearInterval(timer);
    },
  };
};

/** Amazon EventBridge User Guide, "Scheduled events". */
const scheduledEvent = (ruleArn: string) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: accountId,
  time: `${new Date().toISOString().slice(0, 19)}Z`,
  region,
  resources: [ruleArn],
  detail: {},
});

import type { StreamPattern } from '../../stacks/stream-sources.ts';

/** Whether a value matches the pattern of a filter. Lambda Developer Guide, "Control which events Lambda sends to your function". */
export const matchesFilter = (value: unknown, pattern: StreamPattern): boolean =>
  Array.isArray(pattern)
    ? pattern.includes(value)
    : Object.entries(pattern).every(([name, part]) => matchesFilter(memberOf(value, name), part));

const memberOf = (value: unknown, name: string): unknown =>
  Object.entries(Object(value)).find(([each]) => each === name)?.[1];

import type { Stage } from '../stacks/stages.ts';
import { alarmCount, FIXED_PRICES, type FixedCost, fixedCost } from './fixed.ts';

const STAGES: readonly Stage[] = ['staging', 'production'];

const dollars = (amount: number): string => `$${amount.toFixed(2)}`;

const ROWS: Readonly<Record<keyof FixedCost, string>> = {
  alarms: 'Alarms',
  throttledKeys: 'Contributor Insights: throttled keys of `pets`',
  probe: 'Probe, each minute',
};

const rows = (): readonly string[] => {
  const costs = STAGES.map(fixedCost);
  const total = ({ alarms, throttledKeys, probe }: FixedCost) => alarms + throttledKeys + probe;
  return [
    ...(['alarms', 'throttledKeys', 'probe'] as const).map(
      (part) => `| ${ROWS[part]} | ${costs.map((cost) => dollars(cost[part])).join(' | ')} |`,
    ),
    `| **Together** | ${costs.map((cost) => `**${dollars(total(cost))}**`).join(' | ')} |`,
  ];
};

const gigabyte = (how: 'recoverable' | 'sent' | 'stored', count = 1): string =>
  dollars(count * FIXED_PRICES[`${how}Gigabyte`].dollars);

/** The section on what is paid without a request, as Markdown. */
export const fixedSection = (): string => `## What is paid without a request

Dollars a month for each stage, in a month in which nobody sends a request.

| | Staging | Production |
| --- | ---: | ---: |
${rows().join('\n')}

- **Alarms**: ${STAGES.map((stage) => `${alarmCount(stage)} on ${stage}`).join(', ')}, each on one metric. The next operation
  adds two. An alarm on metric math costs as much for each of its metrics. The first ten of an AWS account are free, which
  is not counted here.
- **Throttled keys**: a rule for each part of a key, of the table and of each index.
- **Counters from logs** (\`… logged failures\`, \`… 429\`) are custom metrics: $0.30 a month each, only for hours in
  which they count something.
- **Nothing**: the budget, the dashboard (it has no more than 50 metrics), and functions, APIs and tables that nobody uses.
  Tables are encrypted with a key of AWS's, and there is no secret to store.
- **By the gigabyte**: stored in tables ${gigabyte('stored')} a month, and ${gigabyte('recoverable')} more in production, which can be
  restored to any second; sent to clients ${gigabyte('sent')}: a million pages of 20 pets (3 KB) are ${gigabyte('sent', 3)}.
- A **budget** of the AWS account sends mail at 80% of its sum, and when the month is expected to go over it:
  \`infra/stacks/addresses.ts\`.
- \`START\`, \`END\` and \`REPORT\` are most of the 450 bytes that an invocation logs, $0.22 a million. They stay:
  Lambda's JSON log format could drop them, but would wrap our own lines, and \`REPORT\` has the times of cold starts
  that the [RUNBOOK](../RUNBOOK.md#an-api-is-slow) reads.
`;

/** The prices of it, as a Markdown list. */
export const fixedPrices = (): string =>
  Object.values(FIXED_PRICES)
    .map(
      ({ what, dollars: price, page, readIn }) =>
        `- ${what.charAt(0).toUpperCase()}${what.slice(1)}: $${price}. It is on “${page}”; read in ${readIn}.`,
    )
    .join('\n');

import { AUTHORIZER_ACCESS } from '../../functions/authorizer/access.ts';
import { operations } from '../../functions/operations.ts';
import { APIS } from '../../lib/http/contract.ts';
import { tableDefinition } from '../../lib/tables.ts';
import { throttleTargets } from '../stacks/constructs/monitoring/throttle-targets.ts';
import { STAGES, type Stage } from '../stacks/stages.ts';
import { durationCost } from './cost.ts';
import { PRICES, type Price } from './prices.ts';

const MINUTES_A_MONTH = 730 * 60;

/** Alarms that a stage has besides two for each operation, three for each API and those on tables: of authorizer, unmatched, Lambda and DynamoDB. */
const SHARED_ALARMS = 5;

/** Rules of Contributor Insights: one for each part of a key, of `pets` and of each index ("Contributor Insights for DynamoDB: How it works"). */
const throttledKeysRules = (): number => {
  const { key, indexes = {} } = tableDefinition('pets');
  return [key, ...Object.values(indexes)].flatMap(Object.keys).length;
};

/** How long the probe waits for its answers, in milliseconds: nobody has measured it. */
const PROBE_MILLISECONDS = 100;

/** What AWS charges without a request, in us-east-1. */
export const FIXED_PRICES = {
  alarm: {
    what: 'an alarm on one metric, a month',
    dollars: 0.1,
    page: 'Amazon CloudWatch pricing',
    readIn: 'c3x.dev, “aws_cloudwatch_metric_alarm cost estimation”',
  },
  dashboard: {
    what: 'a dashboard, a month, beyond three with up to 50 metrics each',
    dollars: 3,
    page: 'Amazon CloudWatch pricing',
    readIn:
      'factualminds.com, “Amazon CloudWatch Pricing”, of 2026-06-13; that three are free, on AWS’s own page',
  },
  rule: {
    what: 'a rule of Contributor Insights, a month',
    dollars: 0.5,
    page: 'Amazon CloudWatch pricing',
    readIn: 'usage.ai, “DynamoDB Contributor Insights Pricing”',
  },
  storedGigabyte: {
    what: 'a gigabyte stored in DynamoDB, a month',
    dollars: 0.25,
    page: 'Pricing for On-Demand Capacity (Amazon DynamoDB)',
    readIn: 'an estimate of C3X on code.seto.ovh',
  },
  recoverableGigabyte: {
    what: 'a gigabyte of DynamoDB with point-in-time recovery, a month more',
    dollars: 0.2,
    page: 'Pricing for On-Demand Capacity (Amazon DynamoDB)',
    readIn: 'an estimate of C3X on code.seto.ovh',
  },
  sentGigabyte: {
    what: 'a gigabyte sent to clients over the internet',
    dollars: 0.09,
    page: 'Amazon EC2 On-Demand Pricing, “Data Transfer”',
    readIn: 'finopsforge.com, “How AWS Data Transfer Pricing Works”',
  },
} as const satisfies Record<string, Omit<Price, 'per'>>;

/** How many alarms a stage has. */
export const alarmCount = (stage: Stage): number => {
  const access = [...AUTHORIZER_ACCESS, ...operations.flatMap((contract) => contract.access)];
  const ofTables = throttleTargets(access).length;
  const probes = STAGES[stage].probe ? 1 : 0;
  return SHARED_ALARMS + 2 * operations.length + 3 * APIS.length + ofTables + probes;
};

/** Dollars a month for the probe: its own invocations, and for each API a request and the authorizer. */
const probeCost = (): number => {
  const invocation = PRICES.invocation.dollars + durationCost(PROBE_MILLISECONDS);
  const authorizer = PRICES.invocation.dollars + durationCost(7) + PRICES.readUnit.dollars;
  const asked = APIS.length * (PRICES.apiRequest.dollars + authorizer);
  return (MINUTES_A_MONTH * (invocation + asked)) / 1e6;
};

/** What a stage costs in a month in which nobody sends a request, in US dollars. */
export interface FixedCost {
  readonly alarms: number;
  readonly throttledKeys: number;
  readonly probe: number;
}

/** It depends on the stage alone. Stored data comes on top, by the gigabyte. */
export const fixedCost = (stage: Stage): FixedCost => {
  const { probe, throttledKeys } = STAGES[stage];
  return {
    alarms: alarmCount(stage) * FIXED_PRICES.alarm.dollars,
    throttledKeys: throttledKeys ? throttledKeysRules() * FIXED_PRICES.rule.dollars : 0,
    probe: probe ? probeCost() : 0,
  };
};

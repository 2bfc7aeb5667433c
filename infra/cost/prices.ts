/**
 * What AWS charges in us-east-1, in US dollars, for the first tier of use and beyond any free one.
 * Each was looked up in November 2026 in a stored copy of AWS's page where that shows the number, and
 * else in others' accounts of it; the page `docs/cost.md` says which.
 */
export interface Price {
  /** What is charged. */
  readonly what: string;
  /** For one million of it; for logs, one gigabyte. */
  readonly dollars: number;
  readonly unit: string;
  /** The title of the page that states it. */
  readonly source: string;
  /** Where the number was read, if not on that page, and when that was written. */
  readonly readIn: string;
}

/** When the prices were looked up. */
export const PRICES_OF = '2026-11-21';

export const PRICES = {
  apiRequest: {
    what: 'a request to a REST API',
    dollars: 3.5,
    unit: 'a million',
    source: 'Amazon API Gateway Pricing',
    readIn:
      'the AWS whitepaper “Best Practices for Designing Amazon API Gateway Private APIs”, “Cost optimization”',
  },
  invocation: {
    what: 'an invocation of a function',
    dollars: 0.2,
    unit: 'a million',
    source: 'AWS Lambda Pricing',
    readIn: 'notes on Lambda’s cost of 2026-05-11 by another user',
  },
  gigabyteSecond: {
    what: 'a second of a function on arm64 with 1 GB',
    dollars: 13.3334,
    unit: 'a million',
    source: 'AWS Lambda Pricing',
    readIn: 'notes on Lambda’s cost of 2026-05-11 by another user, and an article of 2024',
  },
  readUnit: {
    what: 'a read request unit of DynamoDB, on demand',
    dollars: 0.125,
    unit: 'a million',
    source: 'Pricing for On-Demand Capacity, Amazon DynamoDB',
    readIn: 'an article of 2025-07-21, after the reduction of November 2024',
  },
  writeUnit: {
    what: 'a write request unit of DynamoDB, on demand',
    dollars: 0.625,
    unit: 'a million',
    source: 'Pricing for On-Demand Capacity, Amazon DynamoDB',
    readIn: 'an article of 2025-07-21, after the reduction of November 2024',
  },
  log: {
    what: 'CloudWatch Logs, taken in',
    dollars: 0.5,
    unit: 'a gigabyte',
    source: 'Amazon CloudWatch Pricing',
    readIn: 'others’ guides to that page',
  },
  trace: {
    what: 'a trace that X-Ray records',
    dollars: 5,
    unit: 'a million',
    source: 'AWS X-Ray Pricing',
    readIn: 'others’ guides to that page, of 2026-05 among them',
  },
} as const satisfies Record<string, Price>;

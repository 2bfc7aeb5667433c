/** A price of AWS. */
export interface Price {
  /** What is charged. */
  readonly what: string;
  /** US dollars. */
  readonly dollars: number;
  readonly per: 'million' | 'gigabyte';
  /** The title of AWS's page that states it. */
  readonly page: string;
  /** Where the number was read, as it was not read on that page. */
  readonly readIn: string;
}

/** When the prices were looked up. */
export const PRICES_OF = '2026-11-21';

/** What AWS charges in us-east-1, in the first tier of use and beyond any free one. */
export const PRICES = {
  apiRequest: {
    what: 'a request to a REST API',
    dollars: 3.5,
    per: 'million',
    page: 'Amazon API Gateway pricing',
    readIn:
      'AWS’s whitepaper “Best Practices for Designing Amazon API Gateway Private APIs and Private Integration”, “Cost optimization”',
  },
  invocation: {
    what: 'an invocation of a function',
    dollars: 0.2,
    per: 'million',
    page: 'AWS Lambda pricing',
    readIn: 'git.mcrn.ar, mariano/lambda_local_runner, `lambda-13-cost.md`, of 2026-05-11',
  },
  gigabyteSecond: {
    what: 'a second of a function with 1 GB on arm64',
    dollars: 13.3334,
    per: 'million',
    page: 'AWS Lambda pricing',
    readIn: 'the source of artillery 2.0.28 (npm), `prices.js`',
  },
  readUnit: {
    what: 'a read request unit of DynamoDB on demand',
    dollars: 0.125,
    per: 'million',
    page: 'Pricing for On-Demand Capacity (Amazon DynamoDB)',
    readIn: 'airbyte.com, “Amazon DynamoDB Pricing: On-Demand & Provisioned Plans”, of 2025-07-21',
  },
  writeUnit: {
    what: 'a write request unit of DynamoDB on demand',
    dollars: 0.625,
    per: 'million',
    page: 'Pricing for On-Demand Capacity (Amazon DynamoDB)',
    readIn: 'airbyte.com, as above',
  },
  log: {
    what: 'a log taken in by CloudWatch',
    dollars: 0.5,
    per: 'gigabyte',
    page: 'Amazon CloudWatch pricing',
    readIn: 'hykell.com, “Amazon CloudWatch Logs pricing”',
  },
  trace: {
    what: 'a trace recorded by X-Ray',
    dollars: 5,
    per: 'million',
    page: 'AWS X-Ray pricing',
    readIn: 'cloudtoolstack.com, “AWS X-Ray Sampling Rule Builder”, verified by them in May 2026',
  },
} as const satisfies Record<string, Price>;

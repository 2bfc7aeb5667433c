import * as z from 'zod';
import { TemplateError } from '../cloudformation/intrinsics.ts';
import { type StackTemplate, withDependencies } from '../cloudformation/template.ts';
import { findFunction } from '../lambda/function-reference.ts';
import type { LambdaFunction } from '../lambda/lambda-functions.ts';
import { firstLine } from '../startup-error.ts';
import { filterPattern, matchesPattern } from './filter-pattern.ts';

/** One AWS::Lambda::EventSourceMapping whose source is the stream of a table. */
export interface EventSourceMapping {
  readonly name: string;
  readonly tableName: string;
  readonly streamArn: string;
  readonly lambdaFunction: LambdaFunction;
  /** Records of one invocation at most. */
  readonly batchSize: number;
  /** Whether a new mapping skips the changes that are already in the stream. */
  readonly startsAtLatest: boolean;
  /** Whether the function gets a record. */
  readonly takes: (record: unknown) => boolean;
  /** How often a batch is repeated; Infinity if it is not limited. */
  readonly maxRetries: number;
  /** How old a record may get, in s; Infinity if it is not limited. */
  readonly maxAgeSeconds: number;
  /** Whether a batch that fails is cut in two. */
  readonly bisects: boolean;
  /** Whether the function reports the first failed record of a batch. */
  readonly reportsItemFailures: boolean;
}

/** Gets a line about a mapping that is left out. */
type Note = (line: string) => void;

/** CloudFormation writes "not limited" as -1. */
const limit = z
  .number()
  .default(-1)
  .transform((value) => (value < 0 ? Number.POSITIVE_INFINITY : value));

const mappingSchema = z.object({
  BatchSize: z.number().default(100),
  BisectBatchOnFunctionError: z.boolean().default(false),
  Enabled: z.boolean().default(true),
  EventSourceArn: z.string(),
  FilterCriteria: z
    .object({ Filters: z.array(z.object({ Pattern: filterPattern })).default([]) })
    .default({ Filters: [] }),
  FunctionName: z.string(),
  FunctionResponseTypes: z.array(z.string()).default([]),
  MaximumRecordAgeInSeconds: limit,
  MaximumRetryAttempts: limit,
  StartingPosition: z.enum(['LATEST', 'TRIM_HORIZON']),
});

/** These settings change nothing here: a batch never waits for more records, and a shard has one batch at a time. */
const leftOutSchema = z.object({
  MaximumBatchingWindowInSeconds: z.number().optional(),
  ParallelizationFactor: z.number().optional(),
  TumblingWindowInSeconds: z.number().optional(),
});

/**
 * Reads the mappings from tables' streams to functions.
 * CloudFormation Template Reference, "AWS::Lambda::EventSourceMapping".
 */
export const readEventSourceMappings = (
  template: StackTemplate,
  note: Note,
): EventSourceMapping[] =>
  withDependencies(template).flatMap((stack) =>
    stack
      .logicalIds('AWS::Lambda::EventSourceMapping')
      .flatMap((logicalId) => readOrNote(stack, logicalId, note)),
  );

const readOrNote = (
  template: StackTemplate,
  logicalId: string,
  note: Note,
): EventSourceMapping[] => {
  try {
    const declared = template.read(logicalId, mappingSchema);
    if (!declared.Enabled) return [];
    const mapping = readMapping(template, logicalId, declared, note);
    const leftOut = Object.keys(template.read(logicalId, leftOutSchema));
    if (leftOut.length > 0) note(`Not emulated, left out of ${logicalId}: ${leftOut.join(', ')}`);
    return [mapping];
  } catch (error) {
    if (!(error instanceof TemplateError || error instanceof SyntaxError)) throw error;
    note(`Not emulated, left out: the event source mapping ${logicalId} (${firstLine(error)})`);
    return [];
  }
};

const readMapping = (
  template: StackTemplate,
  logicalId: string,
  declared: z.output<typeof mappingSchema>,
  note: Note,
): EventSourceMapping => {
  const [, tableName] = STREAM.exec(declared.EventSourceArn) ?? [];
  if (tableName === undefined) {
    throw new TemplateError(logicalId, `${declared.EventSourceArn} is not a table's stream`);
  }
  const patterns = declared.FilterCriteria.Filters.map(({ Pattern }) => Pattern);
  return {
    name: template.ref(logicalId),
    tableName,
    streamArn: declared.EventSourceArn,
    lambdaFunction: findFunction(template, logicalId, declared.FunctionName, note),
    batchSize: declared.BatchSize,
    startsAtLatest: declared.StartingPosition === 'LATEST',
    takes: (record) =>
      patterns.length === 0 || patterns.some((pattern) => matchesPattern(record, pattern)),
    maxRetries: declared.MaximumRetryAttempts,
    maxAgeSeconds: declared.MaximumRecordAgeInSeconds,
    bisects: declared.BisectBatchOnFunctionError,
    reportsItemFailures: declared.FunctionResponseTypes.includes('ReportBatchItemFailures'),
  };
};

const STREAM = /^arn:[\w-]+:dynamodb:[^:]*:\d+:table\/([\w.-]+)\/stream\//;

import type { IncomingMessage } from 'node:http';
import * as z from 'zod';

/** A table that a request to DynamoDB uses, with the action that it needs. */
export interface StorageTouch {
  readonly action: string;
  readonly table: string;
  readonly index: string | undefined;
  /**
   * Whether it reads a table without strong consistency. Reads of an index are never strongly
   * consistent, and do not count.
   */
  readonly mayBeStale: boolean;
}

/** A request to DynamoDB. */
export interface StorageRequest {
  readonly action: string;
  /** One, or as many as a transaction or a batch has. */
  readonly touches: readonly StorageTouch[];
}

const subject = z.object({
  TableName: z.string().default(''),
  IndexName: z.string().optional(),
  ConsistentRead: z.boolean().default(false),
});

const input = z.object({
  TransactItems: z.array(z.record(z.string(), subject)).optional(),
  // The keys of a BatchGetItem, or the writes of a BatchWriteItem.
  RequestItems: z
    .record(
      z.string(),
      subject
        .pick({ ConsistentRead: true })
        .or(z.array(z.unknown()).transform(() => ({ ConsistentRead: true }))),
    )
    .optional(),
});

const READS: readonly string[] = ['BatchGetItem', 'GetItem', 'Query', 'Scan'];

/** Reads a request to DynamoDB. */
export const readStorageRequest = (
  { headers }: Pick<IncomingMessage, 'headers'>,
  text: string,
): StorageRequest => {
  const action = String(headers['x-amz-target']).split('.').at(-1) ?? '';
  const body: unknown = JSON.parse(text || '{}');
  const { TransactItems, RequestItems } = input.parse(body);
  const touch = (
    done: string,
    { TableName: table, IndexName: index, ConsistentRead }: z.output<typeof subject>,
  ): StorageTouch => {
    const mayBeStale = READS.includes(done) && index === undefined && !ConsistentRead;
    return { action: done, table, index, mayBeStale };
  };
  if (TransactItems !== undefined) {
    const touches = TransactItems.flatMap((item) =>
      // A part needs the action of its name ("Amazon DynamoDB transactions: how it works").
      Object.entries(item).map(([part, of]) =>
        touch(`${part}Item`, { ...of, ConsistentRead: true }),
      ),
    );
    return { action, touches };
  }
  const tables = Object.entries(RequestItems ?? {});
  if (tables.length > 0) {
    return {
      action,
      touches: tables.map(([TableName, of]) => touch(action, subject.parse({ TableName, ...of }))),
    };
  }
  return { action, touches: [touch(action, subject.parse(body))] };
};

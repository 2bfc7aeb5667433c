import { createHash } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { headKey } from '../../lib/events/log-head.ts';
import { getItem } from '../../lib/storage/get-item.ts';
import type { Tables } from '../../lib/storage/tables.ts';
import type { LogEntry } from './log-entry.ts';

/** The marks of all entries of one log and one second: what was recorded, in one item. */
export interface Marks {
  /** The newest position of the log when they were last written: another one each time. 0 if they never were. */
  readonly newest: bigint;
  /** Each is 12 characters, one for each byte. */
  readonly all: ReadonlySet<string>;
}

const MarksItem = z.object({ newest: z.bigint(), marks: z.instanceof(Uint8Array) });

/** The partition of an entry's mark. It follows from the entry alone, in whichever batch that comes. */
export const marksOf = ({ log, happening }: LogEntry): string =>
  `recorded#${log}#${happening.createdAt}`;

/** The mark of an entry. A second has some thousands of them, of 96 bits: no two are the same. */
export const markOf = ({ mark }: LogEntry): string =>
  createHash('sha256').update(mark).digest().toString('latin1', 0, 12);

export const toMarksItem = (name: string, { newest, all }: Marks) => ({
  ...headKey(name),
  newest,
  marks: Buffer.from([...all].join(''), 'latin1'),
});

/**
 * Reads marks, strongly consistent. One round trip.
 * @throws MalformedItemError if what is stored is something else
 * @throws the errors of `lib/errors/storage-errors.ts`
 */
export const readMarks = async (
  client: DynamoDBDocumentClient,
  tables: Tables<'events'>,
  name: string,
): Promise<Marks> => {
  const item = await getItem(client, tables, 'events', headKey(name), MarksItem);
  const text = Buffer.from(item?.marks ?? []).toString('latin1');
  return { newest: item?.newest ?? 0n, all: new Set(text.match(/.{12}/gs)) };
};

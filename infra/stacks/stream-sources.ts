/** What the streams of tables invoke: plain values, as the local server reads them, too. */
import { RECORDED_TABLES } from '../../functions/record-events/access.ts';
import { MOST_AT_ONCE } from '../../lib/events/segment.ts';
import type { TableName } from '../../lib/storage/tables.ts';

/** Values, one of which there must be, by their place in a record. */
export type StreamPattern =
  | readonly (boolean | string)[]
  | { readonly [member: string]: StreamPattern };

/** A pattern of a record ("Using event filtering with a DynamoDB event source", Lambda Developer Guide). */
export type StreamFilter = Readonly<Record<'dynamodb', StreamPattern>>;

/** The streams that invoke one function. */
export interface StreamSources {
  /** The tables, and a filter for the records of each. Without a filter it gets all. */
  readonly tables: readonly (readonly [TableName, StreamFilter?])[];
  /** Most records of one invocation. */
  readonly batchSize: number;
  /** When a batch is given up. The stream itself does that after 24 hours, without a word to anyone. */
  readonly givenUpAfterHours: number;
}

/** The head of a log moved, and the log has a webhook. */
const NEW_EVENTS: StreamFilter = { dynamodb: { NewImage: { hasWebhooks: { BOOL: [true] } } } };

/** A client created or changed a webhook, and wants a delivery now. */
const ASKED: StreamFilter = { dynamodb: { NewImage: { asked: { BOOL: [true] } } } };

/** Records each change of a pet or an order. A batch is what two transactions record. */
export const RECORD_EVENTS_SOURCES: StreamSources = {
  tables: RECORDED_TABLES.map((name) => [name]),
  batchSize: 2 * MOST_AT_ONCE,
  givenUpAfterHours: 23,
};

/** Each invocation looks for all webhooks of a log: a hundred moves of a head are one look. */
export const WAKE_WEBHOOKS_SOURCES: StreamSources = {
  tables: [
    ['events', NEW_EVENTS],
    ['webhooks', ASKED],
  ],
  batchSize: 100,
  // The next event of a log wakes its webhooks too, or a sweep does, so no batch need hold up the others for long.
  givenUpAfterHours: 1,
};

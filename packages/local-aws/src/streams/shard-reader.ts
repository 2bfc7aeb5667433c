import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import type { Invoke } from '../lambda/invocation.ts';
import { firstLine } from '../startup-error.ts';
import type { EventSourceMapping } from './event-source-mappings.ts';
import type { Positions } from './positions.ts';
import { type ChangeRecord, changesItem, toChangeRecord } from './stream-event.ts';
import type { Shard, TableStream } from './table-stream.ts';

/** Lambda reads a shard four times a second. */
const POLL_MS = 250;

/** The longest wait before a batch or a read is repeated, in ms. */
const MAX_WAIT_MS = 10_000;

/** A reader's settings besides the stream. */
interface ReaderOptions {
  readonly invoke: Invoke;
  readonly log: (line: string) => void;
  /** Ends the reader after the batch under way. */
  readonly signal: AbortSignal;
}

/**
 * Makes a reader of one shard, which runs until the shard has ended. It invokes the mapping's
 * function with one batch at a time. It repeats a batch until it succeeds or the mapping gives it
 * up, then moves the position.
 * @returns the stream's shards at the end. It never rejects.
 */
export const createShardReader = (
  mapping: EventSourceMapping,
  stream: TableStream,
  positions: Positions,
  { invoke, log, signal }: ReaderOptions,
): ((shardId: string) => Promise<readonly Shard[]>) => {
  const wait = (ms: number): Promise<unknown> =>
    // A pause keeps no process alive, and ends when the server closes.
    setTimeout(ms, undefined, { ref: false, signal }).catch(() => {});
  const waitAfter = (failures: number): Promise<unknown> =>
    wait(Math.min(POLL_MS * 2 ** (failures - 1), MAX_WAIT_MS));

  /** Invokes the function and returns how many records of the batch are done. */
  const run = async (batch: readonly ChangeRecord[]): Promise<number> => {
    const result = await invoke(mapping.lambdaFunction.name, { Records: batch });
    if (result.kind !== 'success') return 0;
    return mapping.reportsItemFailures ? doneOf(batch, result.payload) : batch.length;
  };

  const giveUp = (records: readonly ChangeRecord[], reason: string): void => {
    const [first, last] = [records.at(0), records.at(-1)].map(sequenceNumberOf);
    log(
      `${mapping.lambdaFunction.name}: gave up ${records.length} records of ${mapping.tableName} (${first} to ${last}): ${reason}`,
    );
  };

  /** Returns when all records are done or given up, or the server closes. */
  const deliver = async (
    records: readonly ChangeRecord[],
    done: (sequenceNumber: string) => void,
  ): Promise<void> => {
    let rest = records;
    let size = rest.length;
    let retries = 0;
    for (let failures = 0; rest.length > 0 && !signal.aborted; ) {
      const old = rest.filter((record) => ageOf(record) > mapping.maxAgeSeconds);
      if (old.length > 0) {
        giveUp(old, `older than ${mapping.maxAgeSeconds} s`);
        rest = rest.filter((record) => !old.includes(record));
        continue;
      }
      const batch = rest.slice(0, size);
      const count = await run(batch);
      rest = rest.slice(count);
      if (count > 0) done(sequenceNumberOf(batch[count - 1]));
      if (count === batch.length) {
        size = rest.length;
        retries = 0;
        failures = 0;
        continue;
      }
      failures += 1;
      if (mapping.bisects && batch.length - count > 1) size = Math.ceil((batch.length - count) / 2);
      else if (retries < mapping.maxRetries) retries += 1;
      else {
        const lost = batch.slice(count);
        giveUp(lost, `failed ${retries + 1} times`);
        rest = rest.slice(lost.length);
        done(sequenceNumberOf(lost.at(-1)));
        size = rest.length;
        retries = 0;
        failures = 0;
        continue;
      }
      await waitAfter(failures);
    }
  };

  return async (shardId) => {
    const save = (sequenceNumber: string): void => positions.save(shardId, sequenceNumber);
    let iterator: string | undefined;
    for (let failures = 0; !signal.aborted; ) {
      try {
        iterator ??= await stream.open(shardId, positions.find(shardId));
        if (iterator === undefined) return await stream.shards();
        const { records, next, isFull } = await stream.read(iterator);
        const changes = records
          .map((record) => toChangeRecord(record, mapping.streamArn, `${stream.arn} ${shardId}`))
          .filter((record) => changesItem(record) && mapping.takes(record));
        await deliver(changes, save);
        if (signal.aborted) return [];
        const last = records.at(-1)?.dynamodb?.SequenceNumber;
        if (last !== undefined && last !== positions.find(shardId)) save(last);
        if (next === undefined) return await stream.shards();
        iterator = next;
        failures = 0;
        if (!isFull) await wait(POLL_MS);
      } catch (error) {
        if (signal.aborted) return [];
        // An iterator may expire, and an engine may be restarted, so a new one is opened.
        iterator = undefined;
        failures += 1;
        if (failures === 1) {
          log(
            `The stream of ${mapping.tableName} cannot be read (${firstLine(error)}): trying again`,
          );
        }
        await waitAfter(failures);
      }
    }
    return [];
  };
};

const sequenceNumberOf = (record: ChangeRecord | undefined): string =>
  record?.dynamodb.SequenceNumber ?? '';

const ageOf = ({ dynamodb }: ChangeRecord): number =>
  Date.now() / 1000 - dynamodb.ApproximateCreationDateTime;

/** Lambda Developer Guide, "Configuring partial batch response with DynamoDB and Lambda". */
const itemFailures = z
  .object({
    batchItemFailures: z.array(z.object({ itemIdentifier: z.string().min(1) })).nullish(),
  })
  .nullish();

/** The number of records before the first one that a function reports as failed: 0 if its answer cannot be read. */
const doneOf = (batch: readonly ChangeRecord[], payload: string): number => {
  const parsed = itemFailures.safeParse(JSON.parse(payload));
  if (!parsed.success) return 0;
  const failed = (parsed.data?.batchItemFailures ?? []).map(({ itemIdentifier }) =>
    batch.findIndex((record) => sequenceNumberOf(record) === itemIdentifier),
  );
  // findIndex returns -1 for a record that is not in the batch.
  return Math.max(0, Math.min(batch.length, ...failed));
};

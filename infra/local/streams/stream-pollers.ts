import { setTimeout } from 'node:timers/promises';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { firstLine } from '../../command-line/errors.ts';
import { CLOSE_LIMIT_MS, withinTime } from '../../command-line/time-limit.ts';
import type { StreamSources } from '../../stacks/stream-sources.ts';
import type { Engine } from '../engine/embedded-dynamodb.ts';
import { localTableName } from '../engine/tables.ts';
import type { Invoke } from '../gateway/functions.ts';
import { matchesFilter, openTableStreams, toChangeRecord } from './table-stream.ts';

/** Lambda reads a shard four times a second. */
const POLL_MS = 250;

/** The longest wait before a batch or a read is repeated, in ms. */
const MAX_WAIT_MS = 10_000;

export interface StreamPollerOptions {
  readonly engine: Engine;
  /** Reads the engine's tables. */
  readonly client: DynamoDBDocumentClient;
  /** What invokes which function. */
  readonly sources: Readonly<Record<string, StreamSources>>;
  readonly invoke: Invoke;
  /** Gets a line when a stream cannot be passed on. */
  readonly log: (line: string) => void;
}

/**
 * Invokes functions with the changes of tables, as Lambda's event source mappings do, from where the engine's last server
 * stopped. A batch that fails comes again until it succeeds.
 * @returns what stops it. It waits up to 400 ms for batches under way. One that takes longer comes again at the next start.
 */
export const startStreamPollers = async (options: StreamPollerOptions) => {
  const { engine, client, sources, invoke, log } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const streams = await openTableStreams(engine, client);
  /** A pause keeps no process alive, and ends when the server closes. */
  const wait = (ms: number) => setTimeout(ms, undefined, { ref: false, signal }).catch(() => {});

  /** Follows the stream of one table until the signal. It never rejects. */
  const follow = async (
    functionName: string,
    [table, filter]: StreamSources['tables'][number],
    batchSize: number,
  ): Promise<void> => {
    const name = `${functionName} of ${table}`;
    const tableName = localTableName(table);
    for (let failures = 0; !signal.aborted; ) {
      try {
        for await (const { records, ...shard } of streams.read(name, tableName, batchSize)) {
          const Records = records
            .flatMap((record) => toChangeRecord(record, shard.streamArn) ?? [])
            .filter((record) => !filter || matchesFilter(record, filter));
          if (Records.length > 0) await invoke(functionName, { Records });
          failures = 0;
          const sequenceNumber = records.at(-1)?.dynamodb?.SequenceNumber;
          if (sequenceNumber !== undefined) await streams.save({ name, ...shard, sequenceNumber });
          if (records.length < batchSize) await wait(POLL_MS);
          if (signal.aborted) return;
        }
        await wait(POLL_MS);
      } catch (error) {
        // The engine is gone once the server closes.
        if (signal.aborted) return;
        // An iterator may expire, and an engine may be restarted, so all is opened again.
        failures += 1;
        if (failures === 1) {
          log(`The stream of ${tableName} is not passed on (${firstLine(error)}): trying again`);
        }
        await wait(Math.min(POLL_MS * 2 ** (failures - 1), MAX_WAIT_MS));
      }
    }
  };

  const running = Object.entries(sources).flatMap(([functionName, { tables, batchSize }]) =>
    tables.map((source) => follow(functionName, source, batchSize)),
  );
  return async () => {
    stopping.abort();
    await withinTime(Promise.all(running), CLOSE_LIMIT_MS);
    streams.close();
  };
};

import { setTimeout } from 'node:timers/promises';
import { tableNames } from '../../../lib/storage/tables.ts';
import { firstLine } from '../../command-line/first-line.ts';
import type { StreamFilter, StreamSources } from '../../stacks/stream-sources.ts';
import type { OpenedEngine } from '../engine/open-engine.ts';
import { localTableName } from '../engine/tables.ts';
import type { Invoke } from '../functions.ts';
import { withinTime } from '../gateway/time-limit.ts';
import { BEFORE_FIRST, type Checkpoint, type Checkpoints, openCheckpoints } from './checkpoints.ts';
import { matchesFilter } from './matches-filter.ts';
import { changesItem, toChangeRecord } from './stream-event.ts';
import { openTableStreams, type TableStreams } from './table-stream.ts';

/** Lambda reads a shard four times a second. */
const POLL_MS = 250;

/** The longest wait before a batch or a read is repeated, in ms. */
const MAX_WAIT_MS = 10_000;

/** How long batches under way may take once the server closes, in ms: as long as requests. */
const CLOSE_LIMIT_MS = 400;

export interface StreamPollerOptions {
  readonly engine: OpenedEngine;
  /** Keeps how far each function has come. */
  readonly dataDir: string;
  /** What invokes which function. */
  readonly sources: Readonly<Record<string, StreamSources>>;
  readonly invoke: Invoke;
  /** Gets a line when a stream cannot be read. */
  readonly log: (line: string) => void;
}

/** Runs until it is closed. */
export interface StreamPollers {
  /** Waits up to 400 ms for batches under way. A batch that takes longer is repeated at the next start. */
  readonly close: () => Promise<void>;
}

/**
 * Invokes functions with the changes of tables, as Lambda's event source mappings do, from where the data folder's last server
 * stopped. A batch that fails comes again until it succeeds.
 * @throws StartupError if the data folder's checkpoints cannot be read
 */
export const startStreamPollers = (options: StreamPollerOptions): StreamPollers => {
  const { engine, dataDir, sources } = options;
  const stopping = new AbortController();
  const streams = openTableStreams(engine);
  const checkpoints = openCheckpoints(dataDir);
  const { signal } = stopping;
  const running = Object.entries(sources).flatMap(([functionName, { tables, batchSize }]) =>
    tableNames()
      .filter((name) => name in tables)
      .map((name) => {
        const mapping = {
          name: `${functionName} of ${name}`,
          functionName,
          tableName: localTableName(name),
          filter: tables[name],
          batchSize,
        };
        return follow(mapping, { ...options, streams, checkpoints, signal });
      }),
  );
  return {
    close: async () => {
      stopping.abort();
      await withinTime(Promise.all(running), CLOSE_LIMIT_MS);
      streams.close();
    },
  };
};

/** The stream of one table, and the function that gets its changes. */
interface Mapping {
  readonly name: string;
  readonly functionName: string;
  readonly tableName: string;
  readonly filter: StreamFilter | undefined;
  readonly batchSize: number;
}

interface Follower extends Pick<StreamPollerOptions, 'invoke' | 'log'> {
  readonly streams: TableStreams;
  readonly checkpoints: Checkpoints;
  readonly signal: AbortSignal;
}

/** Follows a stream until the signal. It never rejects. */
const follow = async (mapping: Mapping, follower: Follower): Promise<void> => {
  const { streams, checkpoints, signal, log } = follower;
  for (let failures = 0; !signal.aborted; ) {
    try {
      const streamArn = await streams.arnOf(mapping.tableName);
      const shards = await streams.shardsOf(streamArn);
      const { shardId: reached, sequenceNumber } = reachedIn(
        streamArn,
        shards,
        mapping,
        checkpoints,
      );
      const start = shards.indexOf(reached);
      for (const [index, shardId] of shards.entries()) {
        if (index < start) continue;
        const isBegun = index === start && sequenceNumber !== BEFORE_FIRST;
        const after = isBegun ? sequenceNumber : undefined;
        await readShard(mapping, follower, { streamArn, shardId, after }, () => {
          failures = 0;
        });
      }
      await wait(POLL_MS, signal);
    } catch (error) {
      // The engine is gone once the server closes.
      if (signal.aborted) return;
      // An iterator may expire, and an engine may be restarted, so all is opened again.
      failures += 1;
      if (failures === 1) {
        log(
          `The stream of ${mapping.tableName} cannot be read (${firstLine(error)}): trying again`,
        );
      }
      await wait(pauseAfter(failures), signal);
    }
  }
};

/** The checkpoint in a stream; at its beginning if there is none. */
const reachedIn = (
  streamArn: string,
  [shardId = '']: readonly string[],
  { name, tableName }: Mapping,
  checkpoints: Checkpoints,
): Checkpoint => {
  const reached = checkpoints.find(name);
  if (reached?.streamArn === streamArn) return reached;
  return { tableName, streamArn, shardId, sequenceNumber: BEFORE_FIRST };
};

/** Reads a shard until it ends, and moves the checkpoint when the function has taken a batch. */
const readShard = async (
  { name, functionName, tableName, filter, batchSize }: Mapping,
  { streams, checkpoints, signal, invoke }: Follower,
  { streamArn, shardId, after }: { streamArn: string; shardId: string; after: string | undefined },
  onRead: () => void,
): Promise<void> => {
  let iterator = await streams.open(streamArn, shardId, after);
  while (iterator !== undefined && !signal.aborted) {
    const { records, next } = await streams.read(iterator, batchSize);
    onRead();
    const batch = records
      .map((record) => toChangeRecord(record, streamArn, `${streamArn} ${shardId}`))
      .filter((record) => changesItem(record) && (!filter || matchesFilter(record, filter)));
    const take = () => invoke(functionName, { Records: batch });
    if (batch.length > 0 && !(await invokeUntilTaken(take, signal))) return;
    const sequenceNumber = records.at(-1)?.dynamodb?.SequenceNumber;
    if (sequenceNumber !== undefined) {
      checkpoints.save(name, { tableName, streamArn, shardId, sequenceNumber });
    }
    iterator = next;
    if (records.length < batchSize) await wait(POLL_MS, signal);
  }
};

/**
 * Invokes a function, which logs why it fails, until it succeeds.
 * @returns false if the signal came first
 */
const invokeUntilTaken = async (
  invoke: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<boolean> => {
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      await invoke();
      return true;
    } catch {
      await wait(pauseAfter(failures), signal);
    }
  }
  return false;
};

const pauseAfter = (failures: number): number =>
  Math.min(POLL_MS * 2 ** (failures - 1), MAX_WAIT_MS);

/** A pause keeps no process alive, and ends when the server closes. */
const wait = (ms: number, signal: AbortSignal): Promise<unknown> =>
  setTimeout(ms, undefined, { ref: false, signal }).catch(() => {});

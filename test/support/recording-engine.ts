import { type FaultyEngine, startFaultyEngine } from './faulty-engine.ts';

/** The end of a read without ConsistentRead. */
export const STALE = ' without ConsistentRead';

/** A recorder of requests to DynamoDB. */
export interface RecordingEngine extends Pick<FaultyEngine, 'close' | 'endpoint'> {
  /**
   * The requests in order: `Query pet-store-staging-Pets…/index/byStatus`. A transaction or batch
   * adds each of its parts. A read of a table that may be stale ends in STALE, which no contract
   * allows: a created resource must be readable as soon as its 201 is sent.
   */
  readonly asked: string[];
}

/** Starts a recorder in front of a real engine. */
export const startRecordingEngine = async (target: string): Promise<RecordingEngine> => {
  const asked: string[] = [];
  const { endpoint, choose, close } = await startFaultyEngine(target);
  choose(({ touches }) => {
    for (const { action, table, index, mayBeStale } of touches) {
      const where = index === undefined ? table : `${table}/index/${index}`;
      asked.push(`${action} ${where}${mayBeStale ? STALE : ''}`);
    }
    return 'none';
  });
  return { endpoint, asked, close };
};

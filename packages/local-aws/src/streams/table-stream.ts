import {
  type _Record,
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type GetShardIteratorCommandInput,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';

/** The stream of a table, over the engine's API. */
export interface TableStream {
  readonly arn: string;
  readonly shards: () => Promise<Shard[]>;
  /** Opens an iterator after a record, or at the shard's beginning. */
  readonly open: (shardId: string, after: string | undefined) => Promise<string | undefined>;
  /** `isFull` if there may be more records already. */
  readonly read: (iterator: string) => Promise<Page>;
  /** The sequence number of a shard's newest record; empty if there is none. */
  readonly findEnd: (shardId: string) => Promise<string>;
}

/** A part of a stream. */
export interface Shard {
  readonly id: string;
  /** The shard that it continues. */
  readonly parentId: string | undefined;
}

/** One page of a shard's records. */
export interface Page {
  readonly records: _Record[];
  /** Undefined at the end of a shard that has ended. */
  readonly next: string | undefined;
  readonly isFull: boolean;
}

/** The most records that GetRecords returns. */
const LARGEST_PAGE = 1000;

/** The stream of a table, read by pages of a batch's size. */
export const createTableStream = (
  client: DynamoDBStreamsClient,
  StreamArn: string,
  batchSize: number,
): TableStream => {
  const openAt = async (
    ShardId: string,
    position: Pick<GetShardIteratorCommandInput, 'SequenceNumber' | 'ShardIteratorType'>,
  ) => {
    const command = new GetShardIteratorCommand({ StreamArn, ShardId, ...position });
    return (await client.send(command)).ShardIterator;
  };
  const open: TableStream['open'] = async (shardId, SequenceNumber) => {
    try {
      if (SequenceNumber !== undefined) {
        return await openAt(shardId, {
          ShardIteratorType: 'AFTER_SEQUENCE_NUMBER',
          SequenceNumber,
        });
      }
    } catch (error) {
      // The iterator was not used for a day.
      if (!(error instanceof TrimmedDataAccessException)) throw error;
    }
    return openAt(shardId, { ShardIteratorType: 'TRIM_HORIZON' });
  };
  const readPage = async (ShardIterator: string, Limit: number): Promise<Page> => {
    const { Records = [], NextShardIterator } = await client.send(
      new GetRecordsCommand({ ShardIterator, Limit }),
    );
    return { records: Records, next: NextShardIterator, isFull: Records.length === Limit };
  };
  return {
    arn: StreamArn,
    shards: async () => {
      const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn }));
      return (StreamDescription?.Shards ?? []).map(({ ShardId = '', ParentShardId }) => ({
        id: ShardId,
        parentId: ParentShardId,
      }));
    },
    open,
    read: (iterator) => readPage(iterator, Math.min(batchSize, LARGEST_PAGE)),
    // The embedded engine's own LATEST and EndingSequenceNumber sort 999 after 1000.
    findEnd: async (shardId) => {
      let end = '';
      let iterator = await open(shardId, undefined);
      while (iterator !== undefined) {
        const { records, next } = await readPage(iterator, LARGEST_PAGE);
        if (records.length === 0) break;
        end = records.at(-1)?.dynamodb?.SequenceNumber ?? end;
        iterator = next;
      }
      return end;
    },
  };
};

import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';

type Item = Readonly<Record<string, unknown>> & { readonly log: string; readonly position: bigint };

/** What becomes of a call to storage. */
export type StorageFault =
  /** It is answered. */
  | 'none'
  /** It is refused, and does nothing. */
  | 'refused'
  /** It takes effect, and its answer is lost. */
  | 'lost'
  /** It is never answered, and takes effect or not: who sent it is stopped. */
  | 'stopped'
  | 'stopped-before'
  /** Who sent it is given up, and goes on when another does the same work. */
  | 'abandoned'
  /** A Query misses some of what it should see. */
  | 'hidden';

/** The items of a table in memory, and what is under way with them. */
export interface EventStorage {
  readonly items: ReadonlyMap<string, Item>;
  /** A client of it. */
  readonly client: (
    nextFault: () => StorageFault,
    giveUp?: (error: Error) => void,
  ) => DynamoDBDocumentClient;
}

const keyOf = ({ log, position }: Pick<Item, 'log' | 'position'>) => `${log} ${position}`;

/** Whole numbers come back as bigints. */
const withBigints = (item: Item): Item =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      typeof value === 'number' ? BigInt(value) : value,
    ]),
  ) as Item;

const never = new Promise<never>(() => {});

/**
 * Storage that is as unfriendly as DynamoDB may be: every call waits for its turn, a transaction writes its items one after
 * the other and others see them so, a transaction that meets another one is cancelled, and a Query next to one may miss
 * items. Only the conditions and the writes of one transaction belong together.
 * @param turn resolves when a call, or the next write of a transaction, may go on
 */
export const createEventStorage = (turn: (label: string) => Promise<void>): EventStorage => {
  const items = new Map<string, Item>();
  const locked = new Set<string>();

  const holds = (put: Put): boolean => {
    const stored = items.get(keyOf(put.Item));
    const newest = put.ExpressionAttributeValues?.[':newest'];
    return newest === undefined ? stored === undefined : stored?.['newest'] === newest;
  };

  const cancel = (Codes: readonly string[]) =>
    new TransactionCanceledException({
      message: 'cancelled',
      $metadata: {},
      CancellationReasons: Codes.map((Code) => ({ Code })),
    });

  const transact = async (puts: readonly Put[]): Promise<void> => {
    const keys = puts.map(({ Item }) => keyOf(Item));
    if (new Set(keys).size < keys.length) throw new Error('One item is there twice');
    if (keys.some((key) => locked.has(key))) {
      throw cancel(keys.map((key) => (locked.has(key) ? 'TransactionConflict' : 'None')));
    }
    if (!puts.every(holds)) {
      throw cancel(puts.map((put) => (holds(put) ? 'None' : 'ConditionalCheckFailed')));
    }
    for (const key of keys) locked.add(key);
    // The last one first: a reader may see a later event before an earlier one, and events before the head.
    for (const [index, { Item }] of puts.toReversed().entries()) {
      // Of a large one others see some states in between, not each.
      if (index < 4 || index % 40 === 0) await turn('write');
      items.set(keyOf(Item), withBigints(Item));
      locked.delete(keyOf(Item));
    }
  };

  const query = (values: Readonly<Record<string, unknown>>, limit: number, hidden: boolean) => {
    const first = values[':first'] as bigint;
    const found = [...items.values()]
      .filter(({ log, position }) => log === values[':log'] && position >= first)
      .sort((one, other) => (one.position < other.position ? -1 : 1));
    const busy = locked.size > 0 && hidden;
    return (busy ? found.filter((_, index) => index % 2 === 1) : found).slice(0, limit);
  };

  const apply = async (command: unknown, fault: StorageFault): Promise<unknown> => {
    if (command instanceof GetCommand) {
      return { Item: items.get(keyOf(command.input.Key as Item)) };
    }
    if (command instanceof QueryCommand) {
      const { ExpressionAttributeValues = {}, Limit = 100 } = command.input;
      return { Items: query(ExpressionAttributeValues, Limit, fault === 'hidden') };
    }
    if (command instanceof TransactWriteCommand) {
      await transact((command.input.TransactItems ?? []).map(({ Put }) => Put as unknown as Put));
      return {};
    }
    throw new Error('Nobody asks that of this storage');
  };

  const client: EventStorage['client'] = (nextFault, giveUp = () => {}) => {
    const send = async (command: unknown): Promise<unknown> => {
      const fault = nextFault();
      await turn(`${Object(command).constructor.name} ${fault}`);
      if (fault === 'refused') throw new Error('refused');
      if (fault === 'stopped-before') {
        giveUp(new Error('stopped'));
        return never;
      }
      if (fault === 'abandoned') {
        giveUp(new Error('abandoned'));
        await turn('abandoned');
      }
      const answer = await apply(command, fault);
      if (fault === 'lost') throw new Error('lost');
      if (fault !== 'stopped') return answer;
      giveUp(new Error('stopped'));
      return never;
    };
    return { send } as unknown as DynamoDBDocumentClient;
  };

  return { items, client };
};

interface Put {
  readonly Item: Item;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>;
}

import { setImmediate } from 'node:timers/promises';
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { type TableName, tableDefinition } from '../../lib/storage/tables.ts';

export type Item = Readonly<Record<string, unknown>>;

/**
 * Lets a scheduler run tasks until work is done, as its `waitFor`, which takes fifty turns for each task and most of a test's time.
 * @throws Error if the work hangs
 */
export const runUntilDone = async (scheduler: fc.Scheduler, work: Promise<unknown>) => {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  for (let idle = 0; !isDone; idle += 1) {
    if (idle > 1_000_000) throw new Error('The work waits for what never comes.');
    // Who has had a turn takes part in the next choice.
    await setImmediate();
    if (scheduler.count() === 0) continue;
    await scheduler.waitOne();
    idle = 0;
  }
  await work;
};

/** What becomes of a call to storage. */
type StorageFault =
  /** It is answered. */
  | 'none'
  /** It is refused, and does nothing. */
  | 'refused'
  /** It takes effect, and its answer is lost. */
  | 'lost'
  /** Its answer is lost, and it takes effect later. */
  | 'late'
  /** Its sender is stopped after it, or before. */
  | 'stopped'
  | 'stopped-before'
  /** Its sender is given up, and goes on when another does the same work. */
  | 'abandoned'
  /** A Query misses some of what it should see next to a transaction: nothing that another has seen before. */
  | 'hidden';

/**
 * Draws what becomes of a call.
 * @param answered out of ten, how many are answered; to each other one happens one of these faults
 */
export const drawFault = (answered: number, ...faults: readonly StorageFault[]) =>
  fc.oneof(
    { weight: answered, arbitrary: fc.constant<StorageFault>('none') },
    { weight: 10 - answered, arbitrary: fc.constantFrom(...faults) },
  );

type Expressions = Pick<
  Partial<UpdateCommandInput>,
  'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

/** Whole numbers come back as bigints. */
const stored = (value: unknown): unknown => {
  if (typeof value === 'number') return BigInt(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, stored(member)]));
};

const terms = (expression: string): readonly string[] =>
  expression.replace(/(\S+) BETWEEN (\S+) AND /g, '$1 >= $2 AND $1 <= ').split(' AND ');

/** Whether an expression holds that compares attributes, or looks whether they are there, joined by AND. */
const holds = (expression: string, item: Item | undefined, names: Expressions): boolean =>
  expression === '' ||
  terms(expression).every((term) => {
    const [, either, or = ''] = /^\((.+) OR (.+)\)$/.exec(term) ?? [];
    if (either !== undefined) return [either, or].some((each) => holds(each, item, names));
    const read = (path = '') =>
      path
        .split('.')
        .map((name) => names.ExpressionAttributeNames?.[name] ?? name)
        .reduce<unknown>((value, name) => Object(value)[name], item);
    const [, absent] = /^attribute_not_exists\((\S+)\)$/.exec(term) ?? [];
    if (absent !== undefined) return read(absent) === undefined;
    const [, listed, values = ''] = /^(\S+) IN \((.+)\)$/.exec(term) ?? [];
    if (listed !== undefined) {
      return values
        .split(/, ?/)
        .some((value) => names.ExpressionAttributeValues?.[value] === read(listed));
    }
    const [, path, operator, placeholder = ''] = /^(\S+) (=|<=|>=|>) (:\w+)$/.exec(term) ?? [];
    if (path === undefined) throw new Error(`This storage does not know ${term}`);
    const value = stored(names.ExpressionAttributeValues?.[placeholder]);
    const found = read(path);
    if (operator === '=') return found === value;
    if (typeof found !== 'bigint' || typeof value !== 'bigint') return false;
    if (operator === '>') return found > value;
    return operator === '<=' ? found <= value : found >= value;
  });

const updated = (expression: string, item: Item, names: Expressions): Item => {
  const [, set = '', remove = ''] = /^(?:SET (.+?))?(?: ?REMOVE (.+))?$/.exec(expression) ?? [];
  const result = { ...item };
  const nameOf = (name: string) => names.ExpressionAttributeNames?.[name] ?? name;
  for (const assignment of set.split(/, ?/).filter(Boolean)) {
    const [, name = '', placeholder = ''] = /^(\S+) = (:\w+)$/.exec(assignment) ?? [];
    if (name === '') throw new Error(`This storage does not know ${assignment}`);
    result[nameOf(name)] = stored(names.ExpressionAttributeValues?.[placeholder]);
  }
  for (const name of remove.split(/, ?/).filter(Boolean)) delete result[nameOf(name)];
  return result;
};

const never = new Promise<never>(() => {});

type Part = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/**
 * Makes tables in memory, under their names in the code, that evaluate expressions, and are as unfriendly as DynamoDB may be:
 * every call waits for its turn, a transaction writes its items one after the other and others see them so, one that meets
 * another is cancelled, a Query next to one may miss items, and indexes show each change a while later. Only the conditions
 * and the writes of one transaction belong together.
 * @param turn resolves when a call, or the next write of a transaction, may go on
 * @param clock ms
 * @param indexDelay ms after which an index shows a change
 */
export const createMemoryStorage = (
  turn: (label: string) => Promise<void>,
  clock: () => number = () => 0,
  indexDelay: () => number = () => 0,
) => {
  /** Each item's states, and since when each: the last one is stored now. */
  const histories = new Map<string, { readonly at: number; readonly item: Item | undefined }[]>();
  const locked = new Set<string>();
  /** Strongly consistent: what one read has shown, each later one shows. */
  const shownItems = new Set<string>();

  const keyOf = (table: string | undefined, key: Item | undefined = {}) => {
    const names = Object.keys(tableDefinition(table as TableName).key);
    return [table, ...names.map((name) => key[name])].join(' ');
  };

  const get = (key: string) => histories.get(key)?.at(-1)?.item;

  const set = (key: string, item: Item | undefined): void => {
    const state = { at: clock(), item: item && (stored(item) as Item) };
    histories.set(key, [...(histories.get(key) ?? []), state]);
  };

  /** All items of a table as they were at a time. */
  const all = (table: string | undefined, shown = Infinity): readonly Item[] =>
    [...histories]
      .filter(([key]) => key.startsWith(`${table} `))
      .map(([, history]) => history.findLast(({ at }) => at <= shown)?.item)
      .filter((item) => item !== undefined);

  const query = (input: QueryCommand['input'], isHidden: boolean): readonly Item[] => {
    const [order, shown] =
      input.IndexName === undefined ? ['position'] : ['dueAt', clock() - indexDelay()];
    const isSeen = (item: Item) => shownItems.has(keyOf(input.TableName, item));
    const found = all(input.TableName, shown)
      .filter((item) => holds(input.KeyConditionExpression ?? '', item, input))
      .sort((one, other) => Number(one[order]) - Number(other[order]))
      .filter((item, index) => !isHidden || locked.size === 0 || index % 2 === 1 || isSeen(item))
      .slice(0, input.Limit);
    for (const item of found) shownItems.add(keyOf(input.TableName, item));
    return found;
  };

  type OnUpdate = (before: Item, after: Item) => void;

  /** A write's key, its condition, and what it does. */
  const writeOf = ({ Put, Update }: Part, onUpdate: OnUpdate) => {
    const key = Put ? keyOf(Put.TableName, Put.Item) : keyOf(Update?.TableName, Update?.Key);
    const of: Expressions = Put ?? Update ?? {};
    return {
      key,
      holds: () => holds(of.ConditionExpression ?? '', get(key), of),
      write: () => {
        const before = get(key) ?? Update?.Key ?? {};
        set(key, Put?.Item ?? updated(Update?.UpdateExpression ?? '', before, of));
        if (Update) onUpdate(before, get(key) ?? {});
      },
    };
  };

  const transact = async (parts: readonly Part[], onUpdate: OnUpdate): Promise<void> => {
    const writes = parts.map((part) => writeOf(part, onUpdate));
    const cancel = (code: string, isFailed: (write: (typeof writes)[number]) => boolean) => {
      if (!writes.some(isFailed)) return;
      throw new TransactionCanceledException({
        message: 'cancelled',
        $metadata: {},
        CancellationReasons: writes.map((write) => ({ Code: isFailed(write) ? code : 'None' })),
      });
    };
    if (new Set(writes.map(({ key }) => key)).size < writes.length) {
      throw new Error('One item is there twice');
    }
    cancel('TransactionConflict', ({ key }) => locked.has(key));
    cancel('ConditionalCheckFailed', (write) => !write.holds());
    for (const { key } of writes) locked.add(key);
    // The last one first: a reader may see a later event before an earlier one, and events before the head.
    for (const [index, { key, write }] of writes.toReversed().entries()) {
      // Of a large one others see some states in between, not each.
      if (writes.length > 1 && (index < 4 || index % 40 === 0)) await turn('write');
      write();
      locked.delete(key);
    }
  };

  const apply = async (command: unknown, onUpdate: OnUpdate, isHidden = false) => {
    if (command instanceof GetCommand) {
      return { Item: get(keyOf(command.input.TableName, command.input.Key)) };
    }
    if (command instanceof QueryCommand) return { Items: query(command.input, isHidden) };
    if (command instanceof ScanCommand) {
      const { TableName, FilterExpression = '' } = command.input;
      const found = all(TableName);
      return { Items: found.filter((item) => holds(FilterExpression, item, command.input)) };
    }
    if (command instanceof TransactWriteCommand) {
      await transact(command.input.TransactItems ?? [], onUpdate);
      return {};
    }
    if (!(command instanceof UpdateCommand)) throw new Error('Nobody asks that of this storage');
    const update = writeOf({ Update: command.input } as Part, onUpdate);
    if (!update.holds()) {
      throw new ConditionalCheckFailedException({ message: 'refused', $metadata: {} });
    }
    update.write();
    return {};
  };

  /**
   * @param stop called where the sender is stopped or given up
   * @param onUpdate called with each item that it has updated
   */
  const client = (
    nextFault: () => StorageFault,
    stop: (error: Error) => void = () => {},
    onUpdate: OnUpdate = () => {},
  ): DynamoDBDocumentClient => {
    const halt = (): Promise<never> => {
      stop(new Error('stopped'));
      return never;
    };
    const send = async (command: unknown): Promise<unknown> => {
      const fault = nextFault();
      await turn(`${Object(command).constructor.name} ${fault}`);
      if (fault === 'refused') throw new Error('storage refused');
      if (fault === 'stopped-before') return halt();
      if (fault === 'abandoned') {
        stop(new Error('abandoned'));
        await turn('abandoned');
      }
      if (fault === 'late') {
        // Its condition may not hold any more.
        void turn('late').then(() => apply(command, onUpdate).catch(() => {}));
        throw new Error('storage lost');
      }
      const answer = await apply(command, onUpdate, fault === 'hidden');
      if (fault === 'lost') throw new Error('storage lost');
      if (fault === 'stopped') return halt();
      // Its answer takes time as well.
      await turn('answered');
      return answer;
    };
    // The SDK's paginators look at what they are given.
    return Object.assign(Object.create(DynamoDBDocumentClient.prototype), { send });
  };

  return {
    /** What is stored now; undefined if nothing is. */
    get: (table: TableName, key: Item) => get(keyOf(table, key)),
    /** Replaces an item, or deletes it. */
    put: (table: TableName, key: Item, item?: Item) => set(keyOf(table, key), item),
    all,
    client,
  };
};

import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';

export type Item = Readonly<Record<string, unknown>>;

/** What becomes of a call to storage. */
export type CallFault =
  /** It is answered. */
  | 'none'
  /** It is refused, and does nothing. */
  | 'refused'
  /** It takes effect, and its answer is lost. */
  | 'lost'
  /** Its answer is lost, and it takes effect later. */
  | 'late'
  /** Who sent it is stopped after it, or before. */
  | 'stopped'
  | 'stopped-before';

/** Items in memory, by table and key. Indexes show each change a while later. */
export interface MemoryStorage {
  /** What is stored now; undefined if nothing is. */
  readonly get: (table: string, key: Item) => Item | undefined;
  /** Replaces an item, or deletes it. */
  readonly put: (table: string, key: Item, item: Item | undefined) => void;
  readonly client: (
    nextFault: () => CallFault,
    /** Called where who uses the client is stopped. */
    stop?: () => void,
    /** Called with each item that it has updated. */
    onUpdate?: (before: Item, after: Item) => void,
  ) => DynamoDBDocumentClient;
}

interface Expressions {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>> | undefined;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>> | undefined;
}

/** Whole numbers come back as bigints. */
const stored = (value: unknown): unknown => {
  if (typeof value === 'number') return BigInt(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, stored(member)]));
};

const keyOf = (table: string, key: Item) => `${table} ${Object.values(key).join(' ')}`;

/** Whether an expression holds that compares attributes, or looks whether they are there, joined by AND. */
const holds = (expression: string, item: Item | undefined, names: Expressions): boolean =>
  expression.split(' AND ').every((term) => {
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
    const [, path, operator, placeholder = ''] = /^(\S+) (=|<=) (:\w+)$/.exec(term) ?? [];
    if (path === undefined) throw new Error(`This storage does not know ${term}`);
    const value = stored(names.ExpressionAttributeValues?.[placeholder]);
    const found = read(path);
    return operator === '='
      ? found === value
      : typeof found === 'bigint' && typeof value === 'bigint' && found <= value;
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

/**
 * Makes storage that evaluates the expressions of webhooks' code, and is as unfriendly as DynamoDB may be.
 * @param turn resolves when a call may go on
 * @param clock ms
 * @param indexDelay ms after which an index shows a change
 */
export const createMemoryStorage = (
  turn: (label: string) => Promise<void>,
  clock: () => number,
  indexDelay: () => number,
): MemoryStorage => {
  const items = new Map<string, Item>();
  const histories = new Map<string, { readonly at: number; readonly item: Item | undefined }[]>();

  const put: MemoryStorage['put'] = (table, key, item) => {
    const name = keyOf(table, key);
    if (item === undefined) items.delete(name);
    else items.set(name, stored(item) as Item);
    const history = histories.get(name) ?? [];
    histories.set(name, history);
    history.push({ at: clock(), item: items.get(name) });
  };

  const query = (input: QueryCommand['input']): readonly Item[] => {
    const shown = clock() - indexDelay();
    return [...histories]
      .filter(([name]) => name.startsWith(`${input.TableName} `))
      .map(([, history]) => history.findLast(({ at }) => at <= shown)?.item)
      .filter((item) => item !== undefined)
      .filter((item: Item) => holds(input.KeyConditionExpression ?? '', item, input))
      .sort((one, other) => Number(one['dueAt']) - Number(other['dueAt']));
  };

  const update = (input: UpdateCommand['input'], onUpdate: (...items: [Item, Item]) => void) => {
    const { TableName = '', Key = {}, ConditionExpression = '', ...rest } = input;
    const item = items.get(keyOf(TableName, Key));
    if (!holds(ConditionExpression, item, rest)) return false;
    const after = updated(rest.UpdateExpression ?? '', item ?? Key, rest);
    put(TableName, Key, after);
    onUpdate(item ?? Key, items.get(keyOf(TableName, Key)) ?? {});
    return true;
  };

  const apply = (command: unknown, onUpdate: (...items: [Item, Item]) => void): unknown => {
    if (command instanceof GetCommand) {
      const { TableName = '', Key = {} } = command.input;
      return { Item: items.get(keyOf(TableName, Key)) };
    }
    if (command instanceof QueryCommand) return { Items: query(command.input) };
    if (command instanceof TransactWriteCommand) {
      // Of one part: nobody asks for more here.
      const [part] = command.input.TransactItems ?? [];
      if (part?.Update !== undefined && update(part.Update, onUpdate)) return {};
      throw new TransactionCanceledException({
        message: 'cancelled',
        $metadata: {},
        CancellationReasons: [{ Code: 'ConditionalCheckFailed' }],
      });
    }
    if (!(command instanceof UpdateCommand)) throw new Error('Nobody asks that of this storage');
    if (update(command.input, onUpdate)) return {};
    throw new ConditionalCheckFailedException({ message: 'refused', $metadata: {} });
  };

  const client: MemoryStorage['client'] = (nextFault, stop = () => {}, onUpdate = () => {}) => {
    const halt = (): Promise<never> => {
      stop();
      return never;
    };
    const send = async (command: unknown): Promise<unknown> => {
      const fault = nextFault();
      await turn(`${Object(command).constructor.name} ${fault}`);
      if (fault === 'refused') throw new Error('storage refused');
      if (fault === 'stopped-before') return halt();
      if (fault === 'late') {
        void turn('late').then(() => {
          try {
            apply(command, onUpdate);
          } catch {
            // Its condition does not hold any more.
          }
        });
        throw new Error('storage lost');
      }
      const answer = apply(command, onUpdate);
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
    get: (table, key) => items.get(keyOf(table, key)),
    put,
    client,
  };
};

import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { RequestError } from '../request-error.ts';
import { parseItem } from '../stored-item.ts';
import { ORDER_KEY_ATTRIBUTES, OrderItem } from './stored-order.ts';

/**
 * Gets an order of an account, strongly consistent. One round trip.
 * @throws RequestError `order_not_found` if the account has no order with this id
 * @throws MalformedItemError if what is stored is not an order
 * @throws the errors of `lib/storage-errors.ts`
 */
export type GetOrder = (accountId: string, id: bigint) => Promise<OrderItem>;

/** Builds getOrder over the `orders` table. */
export const buildGetOrder =
  (client: DynamoDBDocumentClient, table: string): GetOrder =>
  async (accountId, id) => {
    const { Item } = await client.send(
      new GetCommand({ TableName: table, Key: { accountId, id }, ConsistentRead: true }),
    );
    if (Item === undefined) throw new RequestError('order_not_found');
    return parseItem(OrderItem, Item, { table, keyAttributes: ORDER_KEY_ATTRIBUTES });
  };

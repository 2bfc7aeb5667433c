import { DynamoDBClient, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { getHead } from '../webhooks.js';

const client = new DynamoDBClient({});
const TableName = process.env.EVENTS_TABLE;

const put = (Item) => ({
  Put: {
    TableName,
    Item,
    ConditionExpression: 'attribute_not_exists(#log)',
    ExpressionAttributeNames: { '#log': 'log' },
  },
});

/** The floor: what nobody can do without. It records new pets. */
export const handler = async ({ Records }) => {
  const log = { S: 'pets' };
  const head = await getHead(client, log.S);
  const newest = Number(head?.newest.N ?? 0);
  const now = Date.now();
  const today = new Date(now).toISOString().slice(0, 10);
  const expiresAt = { N: String(Date.parse(today) / 1000 + 32 * 86_400) };
  const markExpiresAt = { N: String(Math.floor(now / 1000) + 3 * 86_400) };
  const parts = Records.flatMap(({ dynamodb }, index) => {
    const { ApproximateCreationDateTime, Keys, NewImage, SequenceNumber } = dynamodb;
    const { id, name, categoryId, status } = NewImage;
    return [
      put({
        log,
        position: { N: String(newest + index + 1) },
        type: { S: 'pet.created' },
        data: { M: { id, name, categoryId, status } },
        createdAt: { S: new Date(ApproximateCreationDateTime * 1000).toISOString() },
        expiresAt,
      }),
      put({
        log: { S: `recorded#pets#${Keys.id.N}#${Keys.kind.S}#${SequenceNumber}` },
        position: { N: '0' },
        expiresAt: markExpiresAt,
      }),
    ];
  });
  await client.send(
    new TransactWriteItemsCommand({
      TransactItems: [
        {
          Put: {
            TableName,
            Item: {
              log,
              position: { N: '0' },
              newest: { N: String(newest + Records.length) },
              days: { M: { [today]: { N: '1' }, ...head?.days.M } },
            },
            ...(head
              ? {
                  ConditionExpression: 'newest = :newest',
                  ExpressionAttributeValues: { ':newest': head.newest },
                }
              : { ConditionExpression: 'attribute_not_exists(newest)' }),
          },
        },
        ...parts,
      ],
    }),
  );
};

const { DynamoDBClient, PutItemCommand, QueryCommand } = require('@aws-sdk/client-dynamodb');

const client = new DynamoDBClient();
const { PARTS, SPARE, HALL, QUEUE, QUEUE_ARN } = process.env;

module.exports = {
  async handler() {
    const Item = { id: { S: 'bolt' }, shelf: { N: '7' } };
    for (const TableName of [PARTS, SPARE])
      await client.send(new PutItemCommand({ TableName, Item }));
    const { Items } = await client.send(
      new QueryCommand({
        TableName: PARTS,
        IndexName: 'byShelf',
        KeyConditionExpression: 'shelf = :shelf',
        ExpressionAttributeValues: { ':shelf': { N: '7' } },
      }),
    );
    const names = { PARTS, SPARE, HALL, QUEUE, QUEUE_ARN };
    return { statusCode: 200, body: JSON.stringify({ names, Items }) };
  },
};

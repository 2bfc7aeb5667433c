const { DynamoDBClient } = require('@aws-sdk/client-dynamodb');
const { DynamoDBDocumentClient, PutCommand, QueryCommand } = require('@aws-sdk/lib-dynamodb');
const { answer } = require('./answer.js');

const client = DynamoDBDocumentClient.from(new DynamoDBClient());
const { NOTES, LOG, NOTES_ARN, LIMIT, WHERE } = process.env;

const put = async (id, note) => {
  await client.send(new PutCommand({ TableName: NOTES, Item: { ...note, id } }));
  await client.send(new PutCommand({ TableName: LOG, Item: { day: 'today', at: 1, kind: 'put' } }));
  return answer(201, {});
};

const query = async (TableName, IndexName, name, value) => {
  const { Items } = await client.send(
    new QueryCommand({
      TableName,
      IndexName,
      KeyConditionExpression: '#name = :value',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    }),
  );
  return answer(200, Items);
};

exports.handler = async (event) => {
  const { resource, httpMethod, path, pathParameters } = event;
  if (resource === '/') return answer(200, { NOTES, NOTES_ARN, LIMIT, WHERE });
  if (httpMethod === 'PUT') return put(pathParameters.id, JSON.parse(event.body));
  const { author, day } = event.queryStringParameters ?? {};
  if (author) return query(NOTES, 'byAuthor', 'author', author);
  if (day) return query(LOG, 'byKind', 'day', day);
  return answer(200, { resource, httpMethod, path, pathParameters });
};

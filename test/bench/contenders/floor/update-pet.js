import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { answer } from '../answer.js';
import { statusChange, toPet } from '../storage.js';

const client = new DynamoDBClient({});

/** The floor: what nobody can do without. It changes the status, as with `If-Match` of one entity tag. */
export const handler = async ({ body, headers, pathParameters, requestContext }) => {
  const { status } = JSON.parse(body);
  const { Attributes } = await client.send(
    new UpdateItemCommand({
      ...statusChange(
        pathParameters.petId,
        status,
        '',
        'accountId = :account AND revision IN (:before) AND (attribute_not_exists(heldBy) OR #status = :status)',
        {
          ':account': { S: requestContext.authorizer.accountId },
          ':before': { S: headers['If-Match'].slice(1, -1) },
        },
      ),
      ReturnValues: 'ALL_NEW',
    }),
  );
  return answer(200, toPet(Attributes));
};

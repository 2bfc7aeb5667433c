import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';

/** One round trip. @returns what `ReturnValues` asks for; undefined if the condition does not hold */
export const updateIf = async (
  client: DynamoDBDocumentClient,
  input: UpdateCommandInput,
  options?: { readonly abortSignal: AbortSignal },
): Promise<Readonly<Record<string, unknown>> | undefined> => {
  try {
    const { Attributes = {} } = await client.send(new UpdateCommand(input), options);
    return Attributes;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
};

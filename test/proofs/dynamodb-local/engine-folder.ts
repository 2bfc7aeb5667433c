import { join } from 'node:path';

/** Where DynamoDB Local is installed; git ignores it. */
export const ENGINE_FOLDER = join(import.meta.dirname, '../../../.tools/dynamodb-local');

export const ENGINE_JAR = join(ENGINE_FOLDER, 'DynamoDBLocal.jar');

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DynamoDBRecord } from 'aws-lambda';
import { lambdaFunction, shopAssembly } from './assembly.ts';

/**
 * Writes down each batch that it gets, takes a tenth of a second, or as long as there is a file with `.hold`, and throws
 * while there is one with `.fail`.
 */
const SOURCE = `
  import { appendFileSync, existsSync } from 'node:fs';
  import { setTimeout } from 'node:timers/promises';
  export const handler = async ({ Records }) => {
    const { SEEN } = process.env;
    appendFileSync(SEEN, '\\n' + JSON.stringify({ at: Date.now(), Records }) + '\\n');
    do await setTimeout(100);
    while (existsSync(SEEN + '.hold'));
    if (existsSync(SEEN + '.fail')) throw new Error('not now');
  };
`;

/** The table of the app, as a template has it. */
export const notesTable = (StreamViewType?: string) => ({
  Type: 'AWS::DynamoDB::GlobalTable',
  Properties: {
    TableName: 'notes',
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    ...(StreamViewType && { StreamSpecification: { StreamViewType } }),
  },
});

/** An app with a table and a function that gets its changes; gives the folder of its assembly. */
export const streamApp = (folder: string, mapping: object = {}): string =>
  shopAssembly(
    {
      Notes: notesTable('NEW_AND_OLD_IMAGES'),
      Follow: lambdaFunction({ SEEN: seenFile(folder) }),
      Mapping: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          EventSourceArn: { 'Fn::GetAtt': ['Notes', 'StreamArn'] },
          FunctionName: { Ref: 'Follow' },
          StartingPosition: 'TRIM_HORIZON',
          ...mapping,
        },
      },
    },
    {},
    SOURCE,
  );

/** While this file exists, the function fails. */
export const failFile = (folder: string): string => `${seenFile(folder)}.fail`;

/** While this file exists, the function does not end. */
export const holdFile = (folder: string): string => `${seenFile(folder)}.hold`;

const seenFile = (folder: string): string => join(folder, 'seen');

/** The records that the function got, batch by batch. */
export const seenBatches = (folder: string): { at: number; Records: DynamoDBRecord[] }[] => {
  const file = seenFile(folder);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap(parsed);
};

const parsed = (line: string) => {
  try {
    return [JSON.parse(line)];
  } catch {
    // kill -9 may stop a write at the end of a page. This batch comes again.
    return [];
  }
};

/** The ids of the items that it got changes of. */
export const seenIds = (folder: string): (string | undefined)[] =>
  seenBatches(folder).flatMap(({ Records }) =>
    Records.map(({ dynamodb }) => dynamodb?.Keys?.['id']?.S),
  );

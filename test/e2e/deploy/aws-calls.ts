import type { MiniStack } from './emulator.ts';

const json = (target: string) => ({
  method: 'POST',
  headers: { 'X-Amz-Target': target, 'Content-Type': 'application/x-amz-json-1.1' },
  body: '{}',
});

/** The kinds of resources, of four, that still exist with the stack's name. */
export const remainsOf = async (
  { endpoint }: MiniStack,
  stackName: string,
): Promise<readonly string[]> => {
  const lists = {
    tables: fetch(endpoint, json('DynamoDB_20120810.ListTables')),
    'log groups': fetch(endpoint, json('Logs_20140328.DescribeLogGroups')),
    functions: fetch(`${endpoint}/2015-03-31/functions/`),
    APIs: fetch(`${endpoint}/restapis`),
  };
  const kinds = Object.entries(lists).map(async ([kind, list]) => {
    const text = await (await list).text();
    return text.includes(stackName) ? [kind] : [];
  });
  return (await Promise.all(kinds)).flat();
};

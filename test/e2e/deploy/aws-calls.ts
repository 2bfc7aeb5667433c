import type { MiniStack } from './emulator.ts';

/** Routes a request of CloudFormation's Query API; MiniStack verifies no signature. */
const SIGNED = 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/cloudformation/aws4_request';

const callCloudFormation = (
  { endpoint }: MiniStack,
  parameters: Readonly<Record<string, string>>,
): Promise<Response> =>
  fetch(endpoint, {
    method: 'POST',
    headers: { Authorization: SIGNED },
    body: new URLSearchParams({ Version: '2010-05-15', ...parameters }),
  });

/** Removes a stack's protection from deletion, as an operator would. */
export const endTerminationProtection = async (
  ministack: MiniStack,
  StackName: string,
): Promise<void> => {
  const Action = 'UpdateTerminationProtection';
  const parameters = { Action, StackName, EnableTerminationProtection: 'false' };
  const { ok } = await callCloudFormation(ministack, parameters);
  if (!ok) throw new Error(`${StackName} stays protected.`);
};

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

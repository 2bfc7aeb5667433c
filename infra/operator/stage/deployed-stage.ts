import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { buildAccountStore } from '../../../lib/accounts/account-store.ts';
import { buildKeyStore } from '../../../lib/accounts/key-store.ts';
import { createDocumentClient } from '../../../lib/storage/document-client.ts';
import type { TableName } from '../../../lib/storage/tables.ts';
import { COMMAND_TIMEOUTS } from '../../command-line/command-timeouts.ts';
import { planOutput, tableOutput } from '../../stacks/names.ts';
import { STAGES, type Stage } from '../../stacks/stages.ts';
import { RefusedError } from '../terminal/errors.ts';
import type { OpenStage } from './stage.ts';
import { putOnPlan } from './usage-plans.ts';

export interface DeployedStage extends OpenStage {
  /** @throws RefusedError if the stack has no such output */
  readonly output: (name: string) => string;
}

/**
 * Opens a deployed stage with the caller's AWS credentials and region. The outputs of its stack
 * name its tables.
 * @throws RefusedError if the stack is not the service's; else the errors of the AWS SDK
 */
export const openDeployedStage = async (stage: Stage): Promise<DeployedStage> => {
  const { stackName, keyPrefix } = STAGES[stage];
  const cloudFormation = new CloudFormationClient();
  const [{ Arn = 'unknown' }, { Stacks }] = await Promise.all([
    new STSClient().send(new GetCallerIdentityCommand()),
    cloudFormation.send(new DescribeStacksCommand({ StackName: stackName })),
  ]);
  const output = (name: string): string => {
    const found = Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === name);
    if (found?.OutputValue !== undefined) return found.OutputValue;
    throw new RefusedError(
      `The stack ${stackName} has no output ${name}: its deployment is not finished, failed (docs/deploying.md), or is of another version. Deploy it.`,
    );
  };
  const table = (name: TableName): string => output(tableOutput(name));
  const client = createDocumentClient(COMMAND_TIMEOUTS);
  const tables = { accounts: table('accounts'), apiKeys: table('apiKeys') };
  const accounts = buildAccountStore(client, tables);
  return {
    output,
    accounts,
    keys: buildKeyStore(client, tables),
    keyPrefix,
    putOnPlan: (account) =>
      putOnPlan(new APIGatewayClient(), (plan) => output(planOutput(plan)), accounts, account),
    client,
    table,
    operator: Arn,
    openLogs: async (start) =>
      (await import('../logs/log-query.ts')).openLogs(cloudFormation, stackName, start),
    // Node does not wait for the connections that AWS clients keep.
    close: async () => {},
  };
};

import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { createDocumentClient } from '../../../lib/storage/document-client.ts';
import { COMMAND_TIMEOUTS } from '../../command-line/command-timeouts.ts';
import { planOutput, tableOutput } from '../../stacks/names.ts';
import { STAGES, type Stage } from '../../stacks/stages.ts';
import { RefusedError } from '../terminal/errors.ts';
import { type OpenStage, openData } from './stage.ts';
import { putOnPlan } from './usage-plans.ts';

/**
 * Opens a deployed stage with the caller's AWS credentials and region. The outputs of its stack
 * name its tables; `output` gives each by its name.
 * @throws RefusedError if the stack is not the service's; else the errors of the AWS SDK
 */
export const openDeployedStage = async (
  stage: Stage,
): Promise<AsyncDisposable & OpenStage & { readonly output: (name: string) => string }> => {
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
  const client = createDocumentClient(COMMAND_TIMEOUTS);
  const data = openData(client, (name) => output(tableOutput(name)));
  return {
    ...data,
    output,
    keyPrefix,
    putOnPlan: (account) =>
      putOnPlan(new APIGatewayClient(), (plan) => output(planOutput(plan)), data.accounts, account),
    operator: Arn,
    openLogs: async (start) =>
      (await import('../logs/log-query.ts')).openLogs(cloudFormation, stackName, start),
    // Node does not wait for the connections that AWS clients keep.
    [Symbol.asyncDispose]: async () => {},
  };
};

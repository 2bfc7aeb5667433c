import {
  GetAccountSettingsCommand,
  GetAliasCommand,
  GetFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import { TIME_BUDGET } from '../../../lib/time-budget.ts';
import { LIVE } from '../../stacks/constructs/deployed-names.ts';
import type { StageConfig } from '../../stacks/stages.ts';
import { look } from './alike.ts';
import type { Deployment, Setting } from './deployment.ts';

/** Fewer and a handful of clients get 500: new AWS accounts have ten. */
const ENOUGH_AT_ONCE = 100;

const ofEach = (
  { idsOf, config, lambda }: Deployment,
  see: (lambda: Deployment['lambda'], FunctionName: string) => Promise<string>,
  isMeant: (name: string) => boolean = () => true,
): Promise<string> =>
  look(
    idsOf('AWS::Lambda::Function').filter(isMeant),
    (name) => see(lambda, name),
    (name) => name.replace(`${config.stackName}-`, ''),
  );

const configurationOf = (lambda: Deployment['lambda'], FunctionName: string) =>
  lambda.send(new GetFunctionConfigurationCommand({ FunctionName, Qualifier: LIVE }));

/** What Lambda holds of a stage. */
export const functionSettings = (_config: StageConfig): readonly Setting[] => [
  {
    name: 'Every function is served by its alias, which names one version',
    source: 'Lambda Developer Guide, "Create an alias for a Lambda function"',
    expected: 'one version',
    see: (deployment) =>
      ofEach(deployment, async (lambda, FunctionName) => {
        const alias = await lambda.send(new GetAliasCommand({ FunctionName, Name: LIVE }));
        if (Object.keys(alias.RoutingConfig?.AdditionalVersionWeights ?? {}).length > 0) {
          return 'two versions: a release is under way';
        }
        return /^\d+$/.test(alias.FunctionVersion ?? '')
          ? 'one version'
          : (alias.FunctionVersion ?? 'none');
      }),
  },
  {
    name: 'Every version can be invoked',
    source: 'Lambda Developer Guide, "Lambda function states"',
    expected: 'Active, Successful',
    see: (deployment) =>
      ofEach(deployment, async (lambda, name) => {
        const { State, LastUpdateStatus } = await configurationOf(lambda, name);
        return `${State}, ${LastUpdateStatus}`;
      }),
  },
  {
    name: 'Invocations end after the time that lib/time-budget.ts gives them',
    source: 'Lambda Developer Guide, "Configure Lambda function timeout"',
    expected: `${TIME_BUDGET.invocation / 1000} s`,
    see: (deployment) =>
      ofEach(
        deployment,
        async (lambda, name) => `${(await configurationOf(lambda, name)).Timeout} s`,
        // Deployments wait for this one, not clients.
        (name) => !name.includes('checkRelease'),
      ),
  },
  {
    name: 'The AWS account runs enough functions at once',
    source: 'Lambda Developer Guide, "Lambda quotas": new accounts have less',
    expected: `${ENOUGH_AT_ONCE} or more`,
    see: async ({ lambda }) => {
      const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand());
      const atOnce = AccountLimit?.UnreservedConcurrentExecutions ?? 0;
      return atOnce >= ENOUGH_AT_ONCE ? `${ENOUGH_AT_ONCE} or more` : String(atOnce);
    },
  },
];

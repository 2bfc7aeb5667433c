import type { StageConfig } from '../../stacks/stages.ts';
import type { Setting } from './deployment.ts';
import { functionSettings } from './functions.ts';
import { gatewaySettings } from './gateway.ts';
import { tableSettings } from './tables.ts';
import { watchSettings } from './watching.ts';

const onOrOff = (on: boolean | undefined): string => (on ? 'on' : 'off');

/** What is believed of a stage and shows in AWS's APIs alone. All of it is read, nothing is changed. */
export const settingsOf = (config: StageConfig): readonly Setting[] => [
  {
    name: 'The last deployment came to its end',
    source: 'CloudFormation User Guide, "Stack status codes"',
    expected: 'complete',
    see: async ({ stack }) =>
      /^(CREATE|UPDATE)_COMPLETE$/.test(stack.StackStatus ?? '')
        ? 'complete'
        : String(stack.StackStatus),
  },
  {
    name: 'Termination protection of the stack',
    source: 'CloudFormation User Guide, "Protect CloudFormation stacks from being deleted"',
    expected: onOrOff(config.protectData),
    see: async ({ stack }) => onOrOff(stack.EnableTerminationProtection),
  },
  ...gatewaySettings(config),
  ...functionSettings(config),
  ...tableSettings(config),
  ...watchSettings(config),
];

import type { Plan } from '../../lib/accounts/plan.ts';
import type { ApiName } from '../../lib/http/contract.ts';
import type { TableName } from '../../lib/storage/tables.ts';

/** The version of the interface: the name of each API's stage, and so the path that every base address ends in. */
export const STAGE_NAME = 'v1';

/** The alias under which every function is invoked. It points to the version in service. */
export const LIVE = 'live';

/** The folder of an operation in `functions/`: its id in kebab-case. */
export const operationFolder = (operationId: string): string =>
  operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The id of a construct for something: its name with a capital letter. */
export const constructId = (name: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** The stack output with an API's base address: `PetsBaseUrl`. */
export const baseUrlOutput = (name: ApiName): string => `${constructId(name)}BaseUrl`;

/** The stack output with the name that a table was deployed under: `ApiKeysTable`. */
export const tableOutput = (name: TableName): string => `${constructId(name)}Table`;

export const ALARM_TOPIC_OUTPUT = 'AlarmTopic';

/** The stack output with the id of the usage plan that accounts of a plan are on: `StandardPlan`. */
export const planOutput = (plan: Plan): string => `${constructId(plan)}Plan`;

/**
 * Lines of Lambda and of its runtime for an invocation that no code of ours ended. `Invoke Error` is
 * not one of them: the authorizer answers 401 by throwing, and others log a failure before they throw.
 */
export const STOPPED = ['Task timed out', 'Init Error', 'Runtime exited'] as const;

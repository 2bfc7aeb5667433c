import type { ApiName } from '../../lib/http/contract.ts';
import type { TableName } from '../../lib/tables.ts';
import { capitalise } from './constructs/capitalise.ts';

/** The stack output that tells an API's base address: `PetsBaseUrl`. */
export const baseUrlOutput = (name: ApiName): string => `${capitalise(name)}BaseUrl`;

/** The stack output that tells what an API's own domain must be an alias of: `PetsDomainTarget`. */
export const domainTargetOutput = (name: ApiName): string => `${capitalise(name)}DomainTarget`;

/** The stack output that tells the topic which alarms notify. */
export const ALARM_TOPIC_OUTPUT = 'AlarmTopic';

/** The stack output that tells the id of the usage plan that accounts are on. */
export const USAGE_PLAN_OUTPUT = 'AccountUsagePlan';

/** The name of a REST API in its account. */
export const restApiName = (stackName: string, name: ApiName): string => `${stackName}-${name}`;

/** The stack output that tells the name a table was deployed under: `ApiKeysTable`. */
export const tableOutput = (name: TableName): string => `${capitalise(name)}Table`;

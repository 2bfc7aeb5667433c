import type { ApiName } from '../lib/http/contract.ts';
import type { TableName } from '../lib/tables.ts';

/** The stack output that tells an API's base address: `PetsBaseUrl`. */
export const baseUrlOutput = (name: ApiName): string => `${capitalise(name)}BaseUrl`;

/** The stack output that tells the name a table was deployed under: `ApiKeysTable`. */
export const tableOutput = (name: TableName): string => `${capitalise(name)}Table`;

/** The same name with a capital letter at its front. */
export const capitalise = (name: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

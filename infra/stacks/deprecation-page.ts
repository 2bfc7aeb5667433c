import { slug } from 'github-slugger';
import { ADDRESSES } from './addresses.ts';

/** Where the end of an operation is explained: its section of docs/deprecations.md. */
export const deprecationPage = (operationId: string): string =>
  new URL(`deprecations.md#${slug(operationId)}`, ADDRESSES.documentation).href;

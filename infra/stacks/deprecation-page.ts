import { slug } from 'github-slugger';
import { ADDRESSES } from './addresses.ts';

/** Where the end of an operation is explained: its section of the published page. */
export const deprecationPage = (operationId: string): string =>
  new URL(`deprecations.html#${slug(operationId)}`, ADDRESSES.documentation).href;

import { slug } from 'github-slugger';
import { ADDRESSES } from '../../addresses.ts';

/** The headings of the runbook's entries for alarms; a test compares them with the page. */
export const RUNBOOK_ENTRIES = [
  'A function fails',
  'A function does not answer',
  'Functions are throttled',
  'An API answers 5xx',
  'An API is slow',
  'Clients are throttled',
  'A table throttles',
  'DynamoDB fails',
  'Recording is late',
  'Recording stopped',
  'Deliveries are late',
  'The service does not answer from outside',
] as const;
export type RunbookEntry = (typeof RUNBOOK_ENTRIES)[number];

/** The address of an entry. Headings are plain words, so that whatever publishes the page makes the same anchors of them. */
export const runbookLink = (entry: RunbookEntry): string =>
  new URL(`#${slug(entry)}`, ADDRESSES.runbook).href;

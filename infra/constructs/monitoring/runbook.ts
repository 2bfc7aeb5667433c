/** Where operators read RUNBOOK.md: the one place to name your own address. */
const RUNBOOK = new URL('https://docs.petstore.example/RUNBOOK.md');

/** The headings of the runbook's entries for alarms; a test holds the two against each other. */
export const RUNBOOK_ENTRIES = [
  'A function answers 5xx',
  'A function does not answer',
  'The authorizer fails',
  'A function is throttled',
  'An API answers 5xx',
  'An API is slow',
  'Clients are throttled',
  'A table throttles',
  'A table fails',
] as const;
export type RunbookEntry = (typeof RUNBOOK_ENTRIES)[number];

/** The address of an entry, its heading made an anchor as GitHub does. */
export const runbookLink = (entry: RunbookEntry): string =>
  new URL(`#${entry.toLowerCase().replaceAll(' ', '-')}`, RUNBOOK).href;

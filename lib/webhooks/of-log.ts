import type { IndexName } from '../storage/tables.ts';

/** The query of the enabled webhooks of a log. Its index shows a change a moment later. */
export const webhooksOfLog = (log: string) => ({
  IndexName: 'byLog' satisfies IndexName<'webhooks'>,
  KeyConditionExpression: '#log = :log',
  ExpressionAttributeNames: { '#log': 'log' },
  ExpressionAttributeValues: { ':log': log },
});

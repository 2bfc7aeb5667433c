import { buildListEvents } from '../../lib/events/list-events.ts';
import { logName } from '../../lib/events/log-head.ts';
import { DEFAULT_LIMIT } from '../../lib/http/list-parameters.ts';
import { operation } from '../../lib/http/operation.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { listEvents } from './contract.ts';

export const open = (list = openStorage(listEvents.access, buildListEvents)) =>
  operation(listEvents, async ({ caller: { accountId }, query }) => {
    const { about = 'pets', after, limit = DEFAULT_LIMIT } = query;
    const { events, next } = await list({ log: logName(about, accountId), after, limit });
    const parameters = new URLSearchParams({ about, limit: `${limit}`, after: `${next}` });
    // Also after an empty page: a log has no last one.
    return { body: events, next: parameters };
  });

import { buildListEvents, type ListEvents } from '../../lib/events/list-events.ts';
import { logName } from '../../lib/events/log-head.ts';
import { DEFAULT_LIMIT } from '../../lib/http/list-parameters.ts';
import { operation } from '../../lib/http/operation.ts';
import { requestUrl } from '../../lib/http/request-url.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { listEvents } from './contract.ts';

/** Answers listEvents from storage. */
export const listEventsHandler = (list: ListEvents) =>
  operation(listEvents, async ({ accountId, query }, event) => {
    const { about = 'pets', after, limit = DEFAULT_LIMIT } = query;
    const { events, next } = await list({ log: logName(about, accountId), after, limit });
    const parameters = new URLSearchParams({ about, limit: `${limit}`, after: `${next}` });
    return {
      body: events,
      // Also after an empty page: a log has no last one.
      headers: { Link: `<${requestUrl(event)}?${parameters}>; rel="next"` },
    };
  });

export const open = () =>
  listEventsHandler(buildListEvents(createDocumentClient(), tableName('events')));

import type { LogEntry } from '../../functions/record-events/log-entry.ts';
import type { Event } from '../../lib/events/event.ts';
import type { EventPage, ListEvents } from '../../lib/events/list-events.ts';

/** The nth change of a pet, as it is recorded. Its usual name tells which it is. */
export const petUpdate = (id: number, nth: number, log = 'pets', name = `${nth}`): LogEntry => ({
  log,
  mark: `recorded#pets#${log}#${id}#${nth}`,
  happening: {
    type: 'pet.updated',
    createdAt: '2026-11-23T08:00:00.000Z',
    data: { id: BigInt(id), name, categoryId: 1n, status: 'available' },
    previous: { name: `${nth - 1}` },
  },
});

/** Reads a log from a position to its end. */
export const readLog = async (
  list: ListEvents,
  log: string,
  { after, limit = 100 }: { readonly after?: bigint; readonly limit?: number } = {},
): Promise<readonly Event[]> => {
  const events: Event[] = [];
  let page: EventPage = await list({ log, after, limit });
  while (page.events.length > 0) {
    events.push(...page.events);
    page = await list({ log, after: page.next, limit });
  }
  return events;
};

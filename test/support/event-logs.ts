import type { LogEntry } from '../../functions/record-events/log-entry.ts';

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

export const LOG_SUBJECTS = ['pets', 'orders'] as const;
export type LogSubject = (typeof LOG_SUBJECTS)[number];

export const EVENT_TYPE = { maxLength: 64, pattern: '^[a-z]+\\.[a-z_]+$' };

/** The types of the events of each log. Others may join these. */
export const EVENT_TYPES = {
  pets: ['pet.created', 'pet.updated', 'pet.deleted'],
  orders: ['order.placed', 'order.completed', 'order.cancelled'],
} as const satisfies Readonly<Record<LogSubject, readonly string[]>>;
export type EventType = (typeof EVENT_TYPES)[LogSubject][number];

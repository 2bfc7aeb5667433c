// Made by `npm run generate`: do not edit.
/** What each operation answers: nothing, a list, or the members that are always there, by their types. */
export const ANSWER_SHAPES = {
  '/categories': {
    GET: [{ id: 'bigint', name: 'string' }],
  },
  '/categories/{categoryId}': {
    DELETE: undefined,
    GET: { id: 'bigint', name: 'string' },
    PUT: { id: 'bigint', name: 'string' },
  },
  '/events': {
    GET: [{ position: 'bigint', createdAt: 'string', type: 'string', data: 'object' }],
  },
  '/messages': {
    POST: { id: 'string', message: 'string', status: 'string', createdAt: 'string' },
  },
  '/pets': {
    POST: { id: 'bigint', name: 'string', categoryId: 'bigint', status: 'string' },
    GET: [{ id: 'bigint', name: 'string', categoryId: 'bigint', status: 'string' }],
  },
  '/pets/{petId}': {
    DELETE: undefined,
    GET: { id: 'bigint', name: 'string', categoryId: 'bigint', status: 'string' },
    PATCH: { id: 'bigint', name: 'string', categoryId: 'bigint', status: 'string' },
  },
  '/store/orders': {
    GET: [{ id: 'bigint', petId: 'bigint', status: 'string', role: 'string', createdAt: 'string', updatedAt: 'string' }],
    POST: { id: 'bigint', petId: 'bigint', status: 'string', role: 'string', createdAt: 'string', updatedAt: 'string' },
  },
  '/store/orders/{orderId}': {
    GET: { id: 'bigint', petId: 'bigint', status: 'string', role: 'string', createdAt: 'string', updatedAt: 'string' },
  },
  '/store/orders/{orderId}/cancel': {
    POST: { id: 'bigint', petId: 'bigint', status: 'string', role: 'string', createdAt: 'string', updatedAt: 'string' },
  },
  '/store/orders/{orderId}/complete': {
    POST: { id: 'bigint', petId: 'bigint', status: 'string', role: 'string', createdAt: 'string', updatedAt: 'string' },
  },
  '/webhooks': {
    POST: { id: 'string', url: 'string', about: 'string', status: 'string', delivered: 'bigint', createdAt: 'string' },
    GET: [{ id: 'string', url: 'string', about: 'string', status: 'string', delivered: 'bigint', createdAt: 'string' }],
  },
  '/webhooks/{webhookId}': {
    DELETE: undefined,
    GET: { id: 'string', url: 'string', about: 'string', status: 'string', delivered: 'bigint', createdAt: 'string' },
    PATCH: { id: 'string', url: 'string', about: 'string', status: 'string', delivered: 'bigint', createdAt: 'string' },
  },
} as const;

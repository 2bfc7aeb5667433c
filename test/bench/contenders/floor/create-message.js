import { randomUUID } from 'node:crypto';
import { openCreateMessage } from '../storage.js';

/** The floor: what nobody can do without. */
const createMessage = openCreateMessage();

export const handler = async (event) => {
  const { message } = JSON.parse(event.body);
  const created = {
    id: `msg_${randomUUID()}`,
    message,
    status: 'queued',
    createdAt: new Date().toISOString(),
  };
  await createMessage(created);
  return {
    statusCode: 202,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(created),
  };
};

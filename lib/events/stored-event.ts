import * as z from 'zod/mini';
import { OrderEvent, PetEvent } from './event.ts';

const expiresAt = z.bigint();

/** An event as it is stored, with the second from 1970 on from which DynamoDB may delete it. */
export const EventItem = z.union([
  z.object({ ...PetEvent.shape, expiresAt }),
  z.object({ ...OrderEvent.shape, expiresAt }),
]);

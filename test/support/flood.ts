import { type Answer, type Service, send } from './client.ts';

/** Sends so many requests at once, without a key, that some are over the stage's limit: those answers. */
export const floodUntilLimited = async (service: Service): Promise<Answer[]> => {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const flood = Array.from({ length: 700 }, () => send(service, '/pets', { key: null }));
    const limited = (await Promise.all(flood)).filter(({ status }) => status === 429);
    if (limited.length > 0) return limited;
  }
  return [];
};

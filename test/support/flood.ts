import { type Answer, type Service, send } from './client.ts';

/** Sends many requests at once until some exceed the account's limit, which should be that of `standard`. Returns their answers. */
export const floodUntilLimited = async (service: Service): Promise<Answer[]> => {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const flood = Array.from({ length: 250 }, () => send(service, '/pets?limit=0'));
    const limited = (await Promise.all(flood)).filter(({ status }) => status === 429);
    if (limited.length > 0) return limited;
  }
  return [];
};

import type { TestEngine } from './engine.ts';
import { openFaulty } from './faulty-client.ts';
import type { Fault } from './faulty-engine.ts';

/** Opens a client for one test file, whose engine loses an answer now and then. */
export const openLostAnswers = async (real: TestEngine) => {
  const { client, choose } = await openFaulty(real);
  let happens: (() => Promise<unknown>) | undefined;
  // Inside the SDK's retries, so between two attempts.
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        const work = happens;
        happens = undefined;
        await work?.();
        throw error;
      }
    },
    { name: 'meanwhile', step: 'finalizeRequest', priority: 'low' },
  );
  const failOnce = (action: string, fault: Fault) => {
    let failed = false;
    choose((request) => {
      if (failed || request.action !== action) return 'none';
      failed = true;
      return fault;
    });
  };
  return {
    client,
    /**
     * Makes the engine apply the next request of an action and lose the answer, so that the SDK repeats it.
     * @param meanwhile runs before the repetition
     */
    loseAnswer: (action: string, meanwhile?: () => Promise<unknown>) => {
      happens = meanwhile;
      failOnce(action, 'lost-reset');
    },
    /** Loses the next request of an action itself. A client cannot distinguish that from a lost answer. */
    loseRequest: (action: string) => failOnce(action, 'reset'),
  };
};

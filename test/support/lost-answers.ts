import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { TestEngine } from './engine.ts';
import { faultyClient } from './faulty-client.ts';
import { type Fault, startFaultyEngine } from './faulty-engine.ts';

/** A client whose engine loses an answer now and then. */
export interface LostAnswers {
  readonly client: DynamoDBDocumentClient;
  /**
   * Has the engine apply the next request of an action and lose the answer, so that the SDK sends it
   * again.
   * @param meanwhile happens before it is sent again
   */
  readonly loseAnswer: (action: string, meanwhile?: () => Promise<unknown>) => void;
  /** Loses the next request of an action itself, which a client cannot tell from the loss of its answer. */
  readonly loseRequest: (action: string) => void;
  readonly close: () => void;
}

/** Opens such a client of a real engine. */
export const openLostAnswers = async (real: TestEngine): Promise<LostAnswers> => {
  const faulty = await startFaultyEngine(real.endpoint);
  const client = await faultyClient(real, faulty);
  let happens: (() => Promise<unknown>) | undefined;
  // Within the SDK's retrying, so between one sending and the next.
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
    faulty.choose((request) => {
      if (failed || request.action !== action) return 'none';
      failed = true;
      return fault;
    });
  };
  return {
    client,
    loseAnswer: (action, meanwhile) => {
      happens = meanwhile;
      failOnce(action, 'lost-reset');
    },
    loseRequest: (action) => failOnce(action, 'reset'),
    close: () => {
      client.destroy();
      faulty.close();
    },
  };
};

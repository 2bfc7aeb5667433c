import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { TestEngine } from './engine.ts';
import { faultyClient } from './faulty-client.ts';
import { type Fault, startFaultyEngine } from './faulty-engine.ts';

/** A client whose engine loses an answer now and then. */
export interface LostAnswers {
  readonly client: DynamoDBDocumentClient;
  /**
   * Makes the engine apply the next request of an action and lose the answer, so that the SDK
   * repeats it.
   * @param meanwhile runs before the repetition
   */
  readonly loseAnswer: (action: string, meanwhile?: () => Promise<unknown>) => void;
  /** Loses the next request of an action itself. A client cannot distinguish that from a lost answer. */
  readonly loseRequest: (action: string) => void;
  readonly close: () => void;
}

/** Opens this client for a real engine. */
export const openLostAnswers = async (real: TestEngine): Promise<LostAnswers> => {
  const faulty = await startFaultyEngine(real.endpoint);
  const client = await faultyClient(real, faulty);
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

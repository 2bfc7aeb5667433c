import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll } from '@jest/globals';
import { localClient } from '../../infra/local/engine/shared-engine.ts';
import { PATIENT, type TestEngine } from './engine.ts';
import {
  type Fault,
  type FaultyEngine,
  startFaultyEngine,
  startRecordingEngine,
} from './faulty-engine.ts';

/** A client like that of functions, for an engine with faults. A busy machine must not add one: its time limits are long. */
export const faultyClient = (
  { accessKeyId }: TestEngine,
  { endpoint }: Pick<FaultyEngine, 'endpoint'>,
): DynamoDBDocumentClient => localClient({ endpoint, accessKeyId }, { requestHandler: PATIENT });

/** Both end with the last test of the file. */
const clientOfFile = (real: TestEngine, front: Pick<FaultyEngine, 'endpoint' | 'close'>) => {
  const client = faultyClient(real, front);
  afterAll(() => {
    client.destroy();
    front.close();
  });
  return client;
};

/** Starts an engine with faults and its client for one test file, until its last test has ended. */
export const openFaulty = async (real: TestEngine) => {
  const faulty = await startFaultyEngine(real.endpoint);
  return { client: clientOfFile(real, faulty), fail: faulty.fail, choose: faulty.choose };
};

/** As `openFaulty`, a recorder. */
export const openRecording = async (real: TestEngine) => {
  const recorder = await startRecordingEngine(real);
  return { client: clientOfFile(real, recorder), asked: recorder.asked };
};

export type LostAnswers = Readonly<Awaited<ReturnType<typeof openLostAnswers>>>;

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

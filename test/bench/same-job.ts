import { startRecordingEngine } from '../support/recording-engine.ts';
import { buildMeasure } from './measure.ts';
import type { Surroundings } from './service.ts';
import { SERVICE, type Subject } from './subjects.ts';

/**
 * Runs every subject once without measuring it, to see that all make the same requests to storage.
 * @throws Error if one does not ask the same tables for the same actions as the service at this job
 */
export const requireSameJobs = async (
  subjects: readonly Subject[],
  surroundings: Surroundings,
): Promise<void> => {
  const { endpoint, asked, close } = await startRecordingEngine(surroundings.storage);
  const environment = { ...surroundings.environment, AWS_ENDPOINT_URL_DYNAMODB: endpoint };
  const { cold } = buildMeasure({ ...surroundings, environment }, []);
  const askedBy = async (subject: Subject): Promise<string> => {
    asked.length = 0;
    await cold(subject);
    // What is asked at once comes in any order.
    return [...asked].sort().join(', ');
  };
  for (const service of subjects.filter(({ contender }) => contender === SERVICE)) {
    const { job } = service;
    const right = await askedBy(service);
    for (const other of subjects.filter((one) => one !== service && one.job === job)) {
      const its = await askedBy(other);
      if (its !== right)
        throw new Error(`${other.contender}, ${job}: ${its}, where the service asks for ${right}`);
    }
  }
  close();
};

import { startRecordingEngine } from '../support/recording-engine.ts';
import { buildMeasure } from './measure.ts';
import type { Surroundings } from './service.ts';
import { SERVICE, type Subject } from './subjects.ts';

/**
 * Runs every subject once without measuring it, to see that all send the same requests.
 * @throws Error if one does not ask the same tables for the same actions as the service at this job, or sends another number of deliveries or invocations
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
    const before = surroundings.sent();
    await cold(subject);
    const { invocations, deliveries } = surroundings.sent();
    const further = [
      `${invocations - before.invocations} invocations`,
      `${deliveries - before.deliveries} deliveries`,
    ];
    // What is asked at once comes in any order.
    return [...[...asked].sort(), ...further].join(', ');
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

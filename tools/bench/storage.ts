import { join } from 'node:path';
import { DEPRECATION_PAGE_ENV } from '../../lib/process/env.ts';
import { tableEnv, tableNames } from '../../lib/storage/tables.ts';
import { openEngine } from '../../test/support/engine.ts';
import { createEvent, proxyEvent } from '../../test/support/events.ts';
import { startRecordingEngine } from '../../test/support/faulty-engine.ts';
import { startTlsFront } from '../../test/support/network.ts';
import { petStore } from '../../test/support/stored-pets.ts';

/** What the measured processes work with. */
export type Storage = Awaited<ReturnType<typeof openStorage>>;

/** One more than a page of listPets. */
const PETS = 21;

/** Opens an engine with the service's tables and some pets. */
export const openStorage = async (folder: string) => {
  const engine = await openEngine();
  const { create } = petStore(engine);
  const pets = await Promise.all(Array.from({ length: PETS }, () => create()));
  const petId = String(pets[0]?.id);
  const events = {
    getPet: proxyEvent({
      resource: '/pets/{petId}',
      path: `/pets/${petId}`,
      pathParameters: { petId },
    }),
    createPet: createEvent('{"name":"Rex","categoryId":7}'),
    listPets: proxyEvent(),
  };

  const { endpoint: recorder, asked } = await startRecordingEngine(engine);
  const { endpoint, certificate } = await startTlsFront(recorder);
  return {
    engine: process.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? 'the embedded engine',
    /** What a function needs that uses this storage, over TLS. */
    environment: {
      ...Object.fromEntries(tableNames().map((name) => [tableEnv(name), engine.tables[name]])),
      // Of getPet, which is deprecated.
      [DEPRECATION_PAGE_ENV]: 'https://petstore.example/deprecations',
      AWS_ACCESS_KEY_ID: engine.accessKeyId,
      _X_AMZN_TRACE_ID: 'Root=1-67891233-abcdef012345678912345678;Sampled=0',
      // There is no home folder, so the SDK finds no files there, as on Lambda.
      HOME: join(folder, 'nobody'),
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      NODE_EXTRA_CA_CERTS: certificate,
    },
    /** The event that API Gateway would send to an operation. */
    events,
    /** The requests to DynamoDB since the last call, such as `Query pets`, sorted: some are sent at once. */
    takeRequests: (): string => asked.splice(0).sort().join(', '),
  };
};

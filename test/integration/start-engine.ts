import { startEmbeddedDynamoDB } from '../../infra/local/engine/embedded-dynamodb.ts';
import { SHARED_ENGINE } from '../support/engine.ts';
import { onTeardown } from '../support/teardown.ts';
import { ownTemporaryFolder } from '../support/temporary-folder.ts';

/** Before the first test of storage: starts the engine that its files share, unless one is named. */
export default async (): Promise<void> => {
  if (process.env['AWS_ENDPOINT_URL_DYNAMODB']) return;
  const engine = await startEmbeddedDynamoDB(ownTemporaryFolder(), 'local');
  process.env[SHARED_ENGINE] = engine.endpoint;
  onTeardown(engine.close);
};

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { operations } from '../../../functions/operations.ts';
import type { Contract } from '../../../lib/http/contract.ts';
import { pythonCommand } from '../../../tools/python-environment.ts';
import { send } from '../../support/client.ts';
import { createAccount, raiseDemoLimit } from '../../support/local-accounts.ts';
import { startLocalServer } from '../../support/local-server.ts';
import { ownTemporaryFolder } from '../../support/temporary-folder.ts';

/** Holds a local server against the document, with schemathesis. */

const DOCUMENT = join(import.meta.dirname, '../../../infra/openapi/openapi.json');
/** Of every run that is to be the same as the last. */
const SEED = 20_261_121;
/** Pets that there are before the first request, of all statuses: enough for pages to follow. */
const PETS = 60;
/** No link leads from or to these operations. */
const UNLINKED = ['--phases', 'examples,coverage,fuzzing'];
/** Every answer is 403, whatever the body: no random ones, and no warning. */
const REFUSED = ['--phases', 'examples,coverage', '--warnings', 'off'];

const { values } = parseArgs({
  options: { seed: { type: 'string' }, examples: { type: 'string' } },
});
const { seed = String(SEED), examples } = values;
/** Without a number of examples schemathesis.toml has one. */
const most = examples === undefined ? [] : ['--max-examples', examples];

const quickstart = operations.filter(({ api }) => api === 'quickstart');
const writes = operations.filter(({ api, method }) => api === 'pets' && method !== 'GET');

/** Operations by their names, as an option of schemathesis takes them. */
const named = (option: string, chosen: readonly Contract[]): readonly string[] =>
  chosen.flatMap(({ method, path }) => [option, `${method} ${path}`]);

/** Whether all that schemathesis tried was as the document says. */
const conforms = async (baseUrl: string, apiKey: string, ...words: string[]): Promise<boolean> => {
  // Not spawnSync: this process has to see that the server closes its idle connections.
  const child = spawn(
    pythonCommand('schemathesis', 'st'),
    ['run', DOCUMENT, '--checks', 'all', '--seed', seed, ...most, ...words],
    {
      cwd: import.meta.dirname,
      env: { ...process.env, BASE_URL: baseUrl, API_KEY: apiKey },
      stdio: 'inherit',
    },
  );
  const [status] = await once(child, 'close');
  return status === 0;
};

const dataDir = ownTemporaryFolder();
const server = await startLocalServer({ dataDir });
try {
  const { baseUrl, quickstartUrl, apiKey } = server;
  await raiseDemoLimit(dataDir);
  for (let pet = 1; pet <= PETS; pet += 1) {
    const status = ['available', 'pending', 'sold'][pet % 3];
    const body = { name: `Pet ${pet}`, categoryId: pet, status };
    await send(server, '/pets', { method: 'POST', body });
  }
  const { apiKey: readOnlyKey } = await createAccount(dataDir, 'Readers', 'read');
  const outcomes = [
    await conforms(baseUrl, apiKey, ...named('--exclude-name', quickstart)),
    await conforms(quickstartUrl, apiKey, ...named('--include-name', quickstart), ...UNLINKED),
    await conforms(baseUrl, readOnlyKey, ...named('--include-name', writes), ...REFUSED),
  ];
  const again = `conformance.ts --seed ${seed}${examples ? ` --examples ${examples}` : ''}`;
  console.log(`The seed was ${seed}: npx node test/infra/document/${again}`);
  // Answers of 401 are as the document says, so a run without its key would find nothing.
  const asked = [apiKey, readOnlyKey].map((key) => send(server, '/account', { key }));
  const work = (await Promise.all(asked)).every(({ status }) => status === 200);
  if (!work) console.error('The run revoked a key that it uses.');
  process.exitCode = work && outcomes.every(Boolean) ? 0 : 1;
} finally {
  await server.stop();
}

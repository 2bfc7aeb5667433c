import { readStackTemplate } from '../../infra/local/cloudformation/template.ts';
import { joinEngine } from '../../infra/local/shared-engine.ts';
import { localClient } from '../../infra/local/storage.ts';
import { assemblyFolder } from '../../infra/local/synthesize.ts';
import { issueKey } from '../../infra/operator/issue-key.ts';
import { tableOutput } from '../../infra/stacks/output-names.ts';
import { STAGES } from '../../infra/stages.ts';
import { buildAccountStore } from '../../lib/accounts/account-store.ts';
import { buildKeyStore } from '../../lib/accounts/key-store.ts';

const { keyPrefix, stackName, throttle } = STAGES.staging;

/**
 * Creates an account of a local server, and a key of it. In this process: a command of the operators takes most of a
 * second, and these tests are of something else.
 */
export const createAccount = async (dataDir: string, name: string) => {
  const template = readStackTemplate(assemblyFolder(dataDir), stackName);
  const engine = await joinEngine(undefined, dataDir);
  const client = localClient(engine);
  const stage = {
    accounts: buildAccountStore(client, template.output(tableOutput('accounts'))),
    keys: buildKeyStore(client, template.output(tableOutput('apiKeys'))),
    keyPrefix,
    limits: throttle,
    enforceLimit: async () => {},
    operator: 'test',
  };
  const { accountId } = await stage.accounts.create(name, stage.operator);
  const details = { accountId, name, scope: 'full', expiresAt: undefined } as const;
  const { apiKey, key } = await issueKey(stage, details);
  client.destroy();
  await engine.close();
  return { accountId, apiKey, keyId: key.keyId };
};

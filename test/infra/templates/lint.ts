import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STAGES } from '../../../infra/stacks/stages.ts';
import { pythonCommand } from '../../../tools/python-environment.ts';
import { synthesize } from '../../support/synthesize.ts';
import { ownTemporaryFolder } from '../../support/temporary-folder.ts';
import { synthesizeStacks } from '../synthesize-stack.ts';

/**
 * Has cfn-lint look at every resource that may come out, warnings included: staging as it is, production with its own addresses
 * and an address for mail about alarms, and the stacks of the AWS account.
 */

const certificateArn =
  'arn:aws:acm:us-east-1:111122223333:certificate/01234567-89ab-cdef-0123-456789abcdef';

const { pets, quickstart } = STAGES.production.apis;
const additions = {
  apis: { pets: { ...pets, certificateArn }, quickstart: { ...quickstart, certificateArn } },
  alarmEmail: 'operators@petstore.example',
};
const folder = ownTemporaryFolder();
await synthesize(folder);
const stacks = ['account', 'budget', 'staging'];
const files = stacks.map((name) => join(folder, `pet-store-${name}.template.json`));
const [production] = synthesizeStacks([{ stage: 'production', changes: additions }]);
if (production?.template === undefined) throw new Error(production?.failure);
const file = join(folder, 'production.template.json');
writeFileSync(file, JSON.stringify(production.template));
files.push(file);
// W3005: the CDK writes that a function depends on its role, which the function's reference says too.
const words = ['--ignore-checks', 'W3005', '--', ...files];
const { status } = spawnSync(pythonCommand('cfn-lint'), words, { stdio: 'inherit' });
if (status === 0) console.log(`cfn-lint finds nothing in ${files.length} templates.`);
process.exitCode = status ?? 1;

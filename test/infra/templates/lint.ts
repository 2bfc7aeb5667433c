import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STAGES, type Stage } from '../../../infra/stacks/stages.ts';
import { pythonCommand } from '../../../tools/python-environment.ts';
import { synthesize } from '../../support/synthesize.ts';
import { ownTemporaryFolder } from '../../support/temporary-folder.ts';
import { synthesizeStacks } from '../synthesize-stack.ts';

/**
 * Has cfn-lint look at every resource that may come out, warnings included: both stages, as they are and with
 * their own address and an address for mail about alarms, and the stacks of the AWS account.
 */

const certificateArn =
  'arn:aws:acm:us-east-1:111122223333:certificate/01234567-89ab-cdef-0123-456789abcdef';

/** A stage as it is, and with all that a deployer may add. */
const variants = (stage: Stage) => {
  const { pets, quickstart } = STAGES[stage].apis;
  const apis = {
    pets: { ...pets, certificateArn },
    quickstart: { ...quickstart, certificateArn },
  };
  return [
    { name: stage, case: { stage } },
    {
      name: `${stage}-additions`,
      case: { stage, changes: { apis, alarmEmail: 'operators@petstore.example' } },
    },
  ];
};

const cases = [...variants('staging'), ...variants('production')];
const folder = ownTemporaryFolder();
await synthesize(folder);
const files = ['account', 'budget'].map((name) => join(folder, `pet-store-${name}.template.json`));
for (const [index, { template, failure }] of synthesizeStacks(
  cases.map((each) => each.case),
).entries()) {
  if (template === undefined) throw new Error(failure);
  const file = join(folder, `${cases[index]?.name}.template.json`);
  writeFileSync(file, JSON.stringify(template));
  files.push(file);
}
// W3005: the CDK writes that a function depends on its role, which the function's reference says too.
const words = ['--ignore-checks', 'W3005', '--', ...files];
const { status } = spawnSync(pythonCommand('cfn-lint'), words, { stdio: 'inherit' });
if (status === 0) console.log(`cfn-lint finds nothing in ${files.length} templates.`);
process.exitCode = status ?? 1;

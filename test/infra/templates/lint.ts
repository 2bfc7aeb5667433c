import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STAGES } from '../../../infra/stacks/stages.ts';
import { goCommand, installGoProgram } from '../../../tools/go-program.ts';
import { pythonCommand } from '../../../tools/python-environment.ts';
import { synthesize } from '../../support/synthesize.ts';
import { ownTemporaryFolder } from '../../support/temporary-folder.ts';
import { synthesizeStacks } from '../synthesize-stack.ts';

/**
 * A program: has cfn-lint look at every resource that may come out, warnings included: staging as it is, production with its own
 * addresses and an address for mail about alarms, and the stacks of the AWS account. Then it checks the workflows with actionlint
 * (does GitHub understand them?), which it builds once with Go, and zizmor (are they safe?).
 */

installGoProgram('actionlint');

const finds = (command: string, ...words: readonly string[]): boolean =>
  spawnSync(command, words, { stdio: 'inherit' }).status !== 0;

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
const found = [
  // W3005: the CDK writes that a function depends on its role, which the function's reference says too.
  finds(pythonCommand('cfn-lint'), '--ignore-checks', 'W3005', '--', ...files),
  // Without further linters that a machine may have, and without questions to GitHub: the result is the same everywhere.
  finds(goCommand('actionlint'), '-shellcheck=', '-pyflakes='),
  finds(pythonCommand('cfn-lint', 'zizmor'), '--offline', '--quiet', '.github'),
];
if (found.includes(true)) process.exit(1);
console.log(`Linters find nothing in ${files.length} templates and in the workflows.`);

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { synthesize } from '../../infra/local/synthesize.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { ownTemporaryFolder } from '../support/temporary-folder.ts';
import { addDeployedTables, tablesOf } from './deployed-tables.ts';

/** A program: adds new tables to those that no deployment may replace. */
const assembly = join(ownTemporaryFolder(), 'assembly');
await synthesize(assembly);
for (const { stackName } of Object.values(STAGES)) {
  const template = readFileSync(join(assembly, `${stackName}.template.json`), 'utf8');
  addDeployedTables(tablesOf(JSON.parse(template)));
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STAGES } from '../../infra/stacks/stages.ts';
import { ROOT } from '../support/project.ts';
import { ALARMS_PAGE, alarmsPage } from './alarms-page.ts';
import { synthesizeStacks } from './synthesize-stack.ts';

/** A part of `npm run generate`: writes the table of production's alarms. */
const [result] = synthesizeStacks([{ stage: 'production' }]);
const page = alarmsPage(result?.template, STAGES.production.stackName);
writeFileSync(join(ROOT, ALARMS_PAGE), page);

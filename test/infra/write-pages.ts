import { writeGenerated } from '../../infra/openapi/generate/write-generated.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { fillInUnits } from '../proofs/scale/capacity.ts';
import { editFile } from '../support/project.ts';
import { ALARMS_PAGE, alarmsPage } from './alarms-page.ts';
import { synthesizeStacks } from './synthesize-stack.ts';

/** A part of `npm run generate`: writes the table of production's alarms, and the units of operations into the page of costs. */
const [result] = synthesizeStacks([{ stage: 'production' }]);
writeGenerated(ALARMS_PAGE, alarmsPage(result?.template, STAGES.production.stackName));
editFile('docs/cost.md', fillInUnits);

import { editFile } from '../../support/project.ts';
import { fillInUnits } from './capacity.ts';

/** A program: writes the units of operations into the page of costs. */
editFile('docs/cost.md', fillInUnits);

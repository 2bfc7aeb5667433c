import { buildGoProgram } from '../../../tools/go-program.ts';
import { CHECKER_SOURCE, checkerPath } from './checker.ts';

buildGoProgram(CHECKER_SOURCE, checkerPath());

import { installGoProgram } from '../../test/support/go-program.ts';
import { K6 } from './k6.ts';

installGoProgram(K6);

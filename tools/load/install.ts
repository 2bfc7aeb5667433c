import { installGoProgram } from '../go-program.ts';
import { K6 } from './k6.ts';

installGoProgram(K6);

import { runProgram } from '../command-line/run-program.ts';

await runProgram(new URL('./start.ts', import.meta.url));

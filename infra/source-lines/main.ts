import { runProgram } from '../command-line/run-program.ts';

await runProgram(new URL('./command.ts', import.meta.url));

import { installPythonProgram, type PythonProgram } from './python-environment.ts';

/** A program: installs the Python programs that its arguments name. */
for (const name of process.argv.slice(2)) installPythonProgram(name as PythonProgram);

import { GO_PROGRAMS, type GoProgram, installGoProgram } from './go-program.ts';
import { installPythonProgram, type PythonProgram } from './python-environment.ts';

/** A program: installs the Go and Python programs that its arguments name. */
for (const name of process.argv.slice(2)) {
  if (name in GO_PROGRAMS) installGoProgram(name as GoProgram);
  else installPythonProgram(name as PythonProgram);
}

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder. The system's temporary folder is one of this run of jest, which is removed at its end. */
export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'local-aws-'));

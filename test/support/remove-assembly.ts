import { rm } from 'node:fs/promises';
import { assemblyDirectory } from './assembly.ts';

export default (): Promise<void> => rm(assemblyDirectory(), { recursive: true, force: true });

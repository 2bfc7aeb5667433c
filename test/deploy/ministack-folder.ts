import { join } from 'node:path';

/** Where MiniStack is installed, a Python environment of its own; git ignores it. */
export const MINISTACK_FOLDER = join(import.meta.dirname, '../../.tools/ministack');

export const MINISTACK = join(MINISTACK_FOLDER, 'bin/ministack');

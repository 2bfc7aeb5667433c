import { join } from 'node:path';

/** Where MiniStack is installed, its own Python environment; git ignores it. */
export const MINISTACK_FOLDER = join(import.meta.dirname, '../../../.tools/ministack');

export const MINISTACK = join(MINISTACK_FOLDER, 'bin/ministack');

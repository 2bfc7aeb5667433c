import type { Backfills } from './backfill.ts';

/** Every backfill by its name on the command line. */
export const BACKFILLS: Backfills = {};

import type { Report } from './figures.ts';
export const writePage = async (_: Report): Promise<void> => {};

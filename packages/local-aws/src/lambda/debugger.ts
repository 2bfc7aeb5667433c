import { url } from 'node:inspector';

/** A day, in ms. */
const NO_LIMIT_MS = 86_400_000;

/** A time limit of a function, in ms. A debugger can stop a function, so with one there is none. */
export const functionLimit = (ms: number): number => (url() === undefined ? ms : NO_LIMIT_MS);

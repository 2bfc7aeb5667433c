import * as z from 'zod/mini';

const FAULT =
  'Idempotency-Key must be 1 to 255 visible ASCII characters, bare or in double quotes, and given once';

/** Bare, or a String of RFC 8941 without spaces, in which a backslash stands before `"` and `\`. */
const FORM = /^(?:[!#-~][!-~]{0,254}|"(?:[!#-\x5b\x5d-~]|\\["\\]){1,255}")$/;

/**
 * Reads the value of an Idempotency-Key header ("The Idempotency-Key HTTP Header Field", IETF draft,
 * which quotes it, and what many clients send, which do not). Quoted or bare, the key is the same.
 */
export const IdempotencyKey = z
  .pipe(
    z.string(FAULT).check(z.regex(FORM, FAULT)),
    z.transform((text) =>
      text.startsWith('"') ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text,
    ),
  )
  .check(z.meta({ pattern: FORM.source, maxLength: 512 }));

/** Identifies one request of an account, however often it is sent. */
export interface Idempotency {
  readonly accountId: string;
  /** Without quotes around it. */
  readonly key: string;
}

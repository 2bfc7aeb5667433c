import * as z from 'zod/mini';
import { text } from '../values/text.ts';
import { holdsApiKey } from './api-key.ts';

/**
 * Characters that disguise a listing: people compare names by eye. Control and format characters and line
 * separators, what Unicode shows as nothing, and the signs that are blank by design, such as U+2800.
 */
const DISGUISES =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u;

/**
 * Removes what is written with invisible characters: emoji, and conjuncts such as the Sinhala ශ්‍රී. The expression
 * takes 30 ms to compile: few names need it.
 */
const withoutVisible = (value: string): string =>
  // Stryker disable next-line Regex: a mutant that is not a regular expression keeps the file from loading.
  value.replaceAll(/\p{RGI_Emoji}|(?<=\p{M})\u200d(?=\p{L})/gv, '');

/**
 * No control characters of ASCII, and not only white space. The service refuses more: programs that read bytes, such as
 * generated PHP, would refuse letters if the pattern named characters beyond ASCII.
 */
const PATTERN = '^[^\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f][^\\x00-\\x1f\\x7f]*$';

/** What an account or a key is called: 1 to 128 Unicode code points on one line, not all white space. */
export const Label = text(128).check(
  z.refine((value) => !(DISGUISES.test(value) && DISGUISES.test(withoutVisible(value))), {
    error: 'must have no control, invisible or blank characters',
  }),
  z.refine((value) => value.trim() !== '', 'must have a character that is not white space'),
  // Everyone who lists keys, and each record, would show it.
  z.refine((value) => !holdsApiKey(value), 'must not hold an API key'),
  z.meta({ pattern: PATTERN }),
);

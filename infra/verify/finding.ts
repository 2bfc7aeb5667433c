import { firstLine } from '../command-line/startup-error.ts';
import { explainError } from '../operator/explain-error.ts';
import type { Fact } from './facts/fact.ts';

/** What a difference is about, and so who has to do something. */
export type Kind = 'behaviour' | 'setting' | 'test';

/** What was expected, and what was seen. */
export interface Finding {
  readonly kind: Kind;
  readonly name: string;
  readonly expected: string;
  readonly seen: string;
  readonly source: string;
  readonly agrees: boolean;
}

/** Looks at one fact. What cannot be seen is a difference too. */
export const lookAt = async <Where>(
  kind: Kind,
  { name, expected, source, see }: Fact<Where>,
  where: Where,
): Promise<Finding> => {
  const seen = await see(where).catch(
    (error: unknown) => `cannot be seen: ${explainError(error) ?? firstLine(error)}`,
  );
  return { kind, name, expected, seen, source, agrees: seen === expected };
};

import { firstLine } from '../command-line/first-line.ts';
import { explainError } from '../operator/explain-error.ts';
import { agreesWith, type Fact } from './facts/fact.ts';

/** The kind of a difference, which decides who has to act on it. */
export type Kind = 'behaviour' | 'drift' | 'setting';

/** What was expected, and what was seen. */
export interface Finding {
  readonly kind: Kind;
  readonly name: string;
  readonly expected: string;
  readonly seen: string;
  readonly source: string;
  /** Whether it is as expected, or has another form that is allowed. */
  readonly agrees: boolean;
}

/** Checks one fact. A check that fails is a difference too. */
export const lookAt = async <Where>(
  kind: Kind,
  fact: Fact<Where>,
  where: Where,
): Promise<Finding> => {
  const { name, expected, source } = fact;
  const seen = await fact
    .see(where)
    .catch((error: unknown) => `cannot be seen: ${explainError(error) ?? firstLine(error)}`);
  return { kind, name, expected, seen, source, agrees: agreesWith(fact, seen) };
};

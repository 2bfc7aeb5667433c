import { operations } from '../../../functions/operations.ts';
import type { Contract } from '../../../lib/http/contract.ts';

/** The parts of an answer that examples can refer to. */
export interface ExampleAnswer {
  readonly body: unknown;
  readonly header: (name: string) => string | undefined;
}

/** Answers by the names that `after` gives them. */
type ExampleAnswers = ReadonlyMap<string, ExampleAnswer>;

export type NamedExample = ReturnType<typeof examplesOf>[number];

export const examplesOf = (contract: Contract) =>
  Object.entries(contract.examples).map(([name, example]) => ({ contract, name, example }));

/**
 * The examples that are sent before another one, by the names that it gives them.
 * @throws Error if one of them does not exist
 */
export const examplesBefore = ({
  contract: { operationId },
  name,
  example: { after = {} },
}: NamedExample): readonly (readonly [as: string, before: NamedExample])[] =>
  Object.entries(after).map(([as, reference]) => {
    const found = operations
      .flatMap(examplesOf)
      .find((each) => `${each.contract.operationId}.${each.name}` === reference);
    if (found === undefined) {
      throw new Error(`${operationId}.${name} is sent after ${reference}, which does not exist`);
    }
    return [as, found];
  });

/** `{pet.id}`, or `{pet@ETag}`. */
const PLACE = /\{(\w+)([.@])([\w-]+)\}/g;

/**
 * Replaces references such as `{pet.id}` by members and headers of earlier answers. A text that is
 * one reference and nothing else becomes the value itself, of any type.
 * @throws Error if the answer does not exist, or does not have the member or header
 */
export const resolveReferences = (value: unknown, answers: ExampleAnswers): unknown => {
  if (Array.isArray(value)) return value.map((item) => resolveReferences(item, answers));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, resolveReferences(member, answers)]),
    );
  }
  if (typeof value !== 'string') return value;
  const [first] = value.matchAll(PLACE);
  if (first?.[0] === value) return valueAt(first, answers);
  return value.replaceAll(PLACE, (...place) => String(valueAt(place, answers)));
};

const valueAt = ([place, as = '', kind, name = '']: readonly string[], answers: ExampleAnswers) => {
  const answer = answers.get(as);
  const members = new Map<string, unknown>(Object.entries(answer?.body ?? {}));
  const found = kind === '@' ? answer?.header(name) : members.get(name);
  if (found === undefined) throw new Error(`No earlier answer has what ${place} names`);
  return found;
};

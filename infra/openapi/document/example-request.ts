import { operations } from '../../../functions/operations.ts';
import type { Contract, Example } from '../../../lib/http/contract.ts';

/** The parts of an answer that examples can refer to. */
export interface ExampleAnswer {
  readonly body: unknown;
  readonly header: (name: string) => string | undefined;
}

/** Answers by the names that `after` gives them. */
export type ExampleAnswers = ReadonlyMap<string, ExampleAnswer>;

export interface NamedExample {
  readonly contract: Contract;
  readonly name: string;
  readonly example: Example<unknown>;
}

export const examplesOf = (contract: Contract): readonly NamedExample[] =>
  Object.entries(contract.examples).map(([name, example]) => ({ contract, name, example }));

/**
 * The examples that are sent before another one, by the names that it gives them.
 * @throws Error if one of them does not exist
 */
export const examplesBefore = ({
  contract: { operationId },
  name,
  example: { after = {} },
}: NamedExample): ReadonlyMap<string, NamedExample> =>
  new Map(
    Object.entries(after).map(([as, reference]) => {
      const found = operations
        .flatMap(examplesOf)
        .find((each) => `${each.contract.operationId}.${each.name}` === reference);
      if (found === undefined) {
        throw new Error(`${operationId}.${name} is sent after ${reference}, which does not exist`);
      }
      return [as, found] as const;
    }),
  );

/** `{pet.id}`, or `{pet@ETag}`. */
const PLACE = /\{(\w+)([.@])([\w-]+)\}/g;

/**
 * Replaces references such as `{pet.id}` by members and headers of earlier answers. A text that is
 * one reference and nothing else becomes the value itself, of any type.
 * @throws Error if the answer does not exist, or does not have the member or header
 */
export const fillIn = (value: unknown, answers: ExampleAnswers): unknown => {
  if (Array.isArray(value)) return value.map((item) => fillIn(item, answers));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, fillIn(member, answers)]),
    );
  }
  if (typeof value !== 'string') return value;
  const places = [...value.matchAll(PLACE)].map((place) => ({
    text: place[0],
    found: look(place, answers),
  }));
  const [first] = places;
  if (first !== undefined && first.text === value) return first.found;
  return places.reduce((text, { text: place, found }) => text.replace(place, String(found)), value);
};

const look = ([text, as = '', kind, name = '']: RegExpExecArray, answers: ExampleAnswers) => {
  const answer = answers.get(as);
  const found = kind === '@' ? answer?.header(name) : memberOf(answer?.body, name);
  if (found === undefined) throw new Error(`No earlier answer has what ${text} names`);
  return found;
};

const memberOf = (body: unknown, name: string): unknown =>
  new Map<string, unknown>(Object.entries(body ?? {})).get(name);

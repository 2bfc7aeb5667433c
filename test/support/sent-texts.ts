import { operations } from '../../functions/operations.ts';
import { examplesOf } from '../../infra/openapi/document/example-request.ts';
import { fileText } from './project.ts';

const textsOf = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(textsOf);

/** The values of all enumerations of a document. */
const enumerated = (document: unknown): readonly string[] =>
  Object.entries(Object(document)).flatMap(([name, value]) =>
    typeof value === 'string' ? [] : /enum$/.test(name) ? textsOf(value) : enumerated(value),
  );

const known = new Set(enumerated(JSON.parse(fileText('infra/openapi/openapi.json'))));

/** All texts of the examples' bodies and parameters, but references to answers, numbers, and what is in enumerations. */
const SENT = new Set(
  operations
    .flatMap(examplesOf)
    .flatMap(({ example }) => textsOf(example.request))
    .filter((text) => /[a-z]{2}/i.test(text) && !text.startsWith('{') && !known.has(text)),
);

/** As a word: a random id may have a short text in it. */
const holds = (log: string, text: string): boolean =>
  new RegExp(`(?<![\\w-])${text.replace(/\W/g, '\\$&')}(?![\\w-])`).test(log);

/** @throws Error if a log holds a text that an example sends: bodies and parameters never reach a log */
export const refuseSentTexts = (log: string): void => {
  const found = [...SENT].filter((text) => holds(log, text));
  if (found.length > 0)
    throw new Error(`A log holds what clients sent: ${found.join(', ')}\n${log}`);
};

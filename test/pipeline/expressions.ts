import { PipelineError } from './workflow.ts';

/** What `${{ … }}` of ours holds: names with dots, such as `needs.staging.outputs.base-url`. */
const NAME = /^[\w-]+(?:\.[\w-]+)+$/;
const EXPRESSION = /\$\{\{(.*?)\}\}/g;
const CONDITION = /^(?:\$\{\{)?\s*([\w.-]+) == '([^']*)'\s*(?:\}\})?$/;

/**
 * Gives a name of an expression its value.
 * @throws PipelineError if it names nothing
 */
export type LookUp = (name: string) => string;

/**
 * Puts values in the place of expressions.
 * @throws PipelineError if one names nothing, or is more than a name
 */
export const fill = (text: string, lookUp: LookUp): string =>
  text.replaceAll(EXPRESSION, (expression, inner: string) => {
    const name = inner.trim();
    if (NAME.test(name)) return lookUp(name);
    throw new PipelineError(
      `${expression} is not a plain name, and nothing else is evaluated here.`,
    );
  });

/**
 * Says whether the condition of a job holds.
 * @throws PipelineError if it names nothing, or is more than a comparison with a text
 */
export const holds = (condition: string, lookUp: LookUp): boolean => {
  const [, name, value] = CONDITION.exec(condition) ?? [];
  if (name === undefined) {
    throw new PipelineError(`if: ${condition} is not a comparison of a name with a text.`);
  }
  return lookUp(name) === value;
};

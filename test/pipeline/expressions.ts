import { PipelineError } from './workflow.ts';

/** The expressions in our `${{ … }}`: names with dots, such as `needs.staging.outputs.base-url`. */
const NAME = /^[\w-]+(?:\.[\w-]+)+$/;
const EXPRESSION = /\$\{\{(.*?)\}\}/g;
const CONDITION = /^(?:\$\{\{)?\s*([\w.-]+) == '([^']*)'\s*(?:\}\})?$/;

/**
 * Finds the value of a name.
 * @throws PipelineError if there is no such name
 */
export type LookUp = (name: string) => string;

/**
 * Replaces expressions by their values.
 * @throws PipelineError if there is no such name, or an expression is more than a name
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
 * Whether the condition of a job holds.
 * @throws PipelineError if there is no such name, or the condition is more than a comparison with a
 * text
 */
export const holds = (condition: string, lookUp: LookUp): boolean => {
  const [, name, value] = CONDITION.exec(condition) ?? [];
  if (name === undefined) {
    throw new PipelineError(`if: ${condition} is not a comparison of a name with a text.`);
  }
  return lookUp(name) === value;
};

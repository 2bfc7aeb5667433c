import { TemplateError } from '../cloudformation/intrinsics.ts';
import { type StackTemplate, withDependencies } from '../cloudformation/template.ts';
import { firstLine } from '../startup-error.ts';
import { type LambdaFunction, type NotEmulated, readFunction } from './lambda-functions.ts';

/** A name or an ARN, each with or without an alias or a version. */
const FUNCTION = /^(?:arn:[\w-]+:lambda:[^:]*:\d+:function:)?([\w-]+)(?::[\w$-]+)?$/;

/** The name of the function that a name or an ARN is of; undefined if it is of none. Here a function has only one version. */
export const nameOfFunction = (text: string): string | undefined => FUNCTION.exec(text)?.[1];

/**
 * Reads the function that a resource names.
 * @throws TemplateError if it is not of this stack, or cannot run here
 */
export const findFunction = (
  template: StackTemplate,
  usedBy: string,
  text: string,
  note: (line: string) => void,
): LambdaFunction => {
  const name = nameOfFunction(text);
  const found = allFunctions(template).find((each) => each.name === name);
  if (found) return readFunction(found.stack, found.logicalId, note);
  throw new TemplateError(usedBy, `${text} is not a function of this stack`);
};

/** Every function of a stack. One that cannot run here says why when it is invoked. */
export const readAllFunctions = (template: StackTemplate): (LambdaFunction | NotEmulated)[] =>
  allFunctions(template).map(({ stack, logicalId, name }) => {
    try {
      return readFunction(stack, logicalId);
    } catch (error) {
      return { name, reason: `the function ${firstLine(error)}` };
    }
  });

const allFunctions = (template: StackTemplate) =>
  withDependencies(template).flatMap((stack) =>
    stack
      .logicalIds('AWS::Lambda::Function')
      .map((logicalId) => ({ stack, logicalId, name: stack.ref(logicalId) })),
  );

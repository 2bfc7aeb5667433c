import { ANSWER_SHAPES } from './answer-shapes.ts';
import type { paths } from './openapi.ts';
import type { MethodOf, OutputOf } from './operation-types.ts';

/** Whether a body is what an operation answers. */
export type IsAnswer<Body> = (body: unknown) => body is Body;

type Type = 'bigint' | 'boolean' | 'number' | 'object' | 'string';

/** Nothing, a value, the items of a list, or the members that are always there. */
type Shape = undefined | Type | readonly [Shape] | { readonly [Member in string]: Type };

const SHAPES: { readonly [Path in keyof paths]: { readonly [Method in MethodOf<Path>]: Shape } } =
  ANSWER_SHAPES;

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

const isOfType = (value: unknown, type: Type): boolean => typeof value === type && value !== null;

const fits = (body: unknown, shape: Shape): boolean => {
  if (shape === undefined) return body === undefined;
  if (typeof shape === 'string') return isOfType(body, shape);
  if (isList(shape)) return Array.isArray(body) && body.every((item) => fits(item, shape[0]));
  if (typeof body !== 'object' || body === null) return false;
  const values = new Map<string, unknown>(Object.entries(body));
  return Object.entries(shape).every(([name, type]) => isOfType(values.get(name), type));
};

/** How to tell the answer of an operation. Members that the service adds later are no mistake. */
export const answerOf = <Path extends keyof paths, Method extends MethodOf<Path>>(
  path: Path,
  method: Method,
): IsAnswer<OutputOf<Path, Method>> => {
  const shape: Shape = SHAPES[path][method];
  return (body): body is OutputOf<Path, Method> => fits(body, shape);
};

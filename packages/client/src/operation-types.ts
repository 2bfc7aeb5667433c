import type { paths } from './openapi.ts';

/** The operation at a path. */
type OperationAt<Path extends keyof paths, Method extends string> =
  Lowercase<Method> extends keyof paths[Path] ? paths[Path][Lowercase<Method>] : never;

/** The methods that a path takes. */
export type MethodOf<Path extends keyof paths> = {
  [Name in keyof paths[Path]]: paths[Path][Name] extends { responses: unknown }
    ? Uppercase<Name & string>
    : never;
}[keyof paths[Path]];

/** What an operation takes, as its document says. */
export type InputOf<Path extends keyof paths, Method extends string> = Take<
  OperationAt<Path, Method>
>;

type Take<Operation> = (Operation extends { parameters: { path: infer Values } }
  ? { readonly path: Values }
  : { readonly path?: never }) &
  (Operation extends { requestBody: { content: infer Bodies } }
    ? { readonly body: Bodies[keyof Bodies] }
    : { readonly body?: never }) & {
    readonly query?: Operation extends { parameters: { query?: infer Values } }
      ? Read<Values>
      : never;
  };

/** Lists that are only read. */
type Read<Values> = {
  [Name in keyof Values]: Values[Name] extends (infer Item)[] | undefined
    ? readonly Item[] | undefined
    : Values[Name];
};

type Success = 200 | 201 | 202 | 204;

/** The body of an operation's success; undefined for 204. */
export type OutputOf<Path extends keyof paths, Method extends string> =
  OperationAt<Path, Method> extends { responses: infer Responses }
    ? JsonOf<Responses[keyof Responses & Success]>
    : never;

type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } }
  ? Body
  : undefined;

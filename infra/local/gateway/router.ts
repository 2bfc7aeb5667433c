import type { Contract } from '../../../lib/http/contract.ts';
import { attempt } from '../../../lib/values/attempt.ts';

/** Where a request goes. */
export interface Route {
  /** The path of a contract, `/{proxy+}` for all that have none, or `/`. */
  readonly resource: string;
  /** Undefined if no operation takes the request. */
  readonly contract?: Contract | undefined;
  /** With percent escapes as sent: a REST API does not decode them (serverless/serverless#5037). */
  readonly pathParameters: Readonly<Record<string, string>>;
}

/**
 * Makes a function that finds the route of a path without its stage; such a path is at least `/`. In each segment a literal
 * comes before a parameter. A slash at the end of a path makes no difference (aws-powertools/powertools-lambda-python#1552).
 * The function returns undefined for a path with a broken percent escape.
 */
export const createRouter = (contracts: readonly Contract[]) => {
  const byPath = Map.groupBy(contracts, ({ path }) => path);
  // A brace sorts after each character that a path may have.
  const paths = [...byPath.keys()].sort();
  return (httpMethod: string, path: string): Route | undefined => {
    if (attempt(() => decodeURIComponent(path)) === undefined) return undefined;
    const segments = path.replace(/^\/|(?<=.)\/$/g, '').split('/');
    for (const resource of paths) {
      const parts = resource.slice(1).split('/');
      if (parts.length !== segments.length) continue;
      if (!parts.every((part, at) => fits(part, segments[at]))) continue;
      const contract = byPath.get(resource)?.find(({ method }) => method === httpMethod);
      const pathParameters = Object.fromEntries(
        parts.flatMap((part, at) =>
          isParameter(part) ? [[part.slice(1, -1), segments[at] ?? '']] : [],
        ),
      );
      return { resource, contract, pathParameters };
    }
    const proxy = segments.join('/');
    return proxy === ''
      ? { resource: '/', pathParameters: {} }
      : { resource: '/{proxy+}', pathParameters: { proxy } };
  };
};

const isParameter = (part: string): boolean => part.startsWith('{');

const fits = (part: string, segment = ''): boolean =>
  isParameter(part) ? segment !== '' : part === decodeURIComponent(segment);

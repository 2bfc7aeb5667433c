import type { Method, Resource } from './rest-api.ts';

/** Where a request goes. */
export type Route =
  | {
      readonly kind: 'method';
      readonly resource: Resource;
      readonly method: Method;
      readonly pathParameters: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed' };

/**
 * Finds the method for a path without its stage; such a path is at least `/`. The most specific
 * resource wins: in each segment a literal before `{name}`, before `{name+}`. Then the HTTP method
 * wins over `ANY`.
 * A slash at the end of a path makes no difference (aws-powertools/powertools-lambda-python#1552).
 * `malformed` is a path with a broken percent escape. API Gateway Developer Guide, "Set up a proxy
 * integration with a proxy resource".
 */
export const routeTo = (
  resources: readonly Resource[],
  httpMethod: string,
  path: string,
): Route => {
  const segments = decodedSegments(path);
  if (!segments) return { kind: 'malformed' };
  const [best] = resources
    .flatMap((resource) => {
      const pathParameters = parametersOf(resource, segments);
      return pathParameters ? [{ resource, pathParameters }] : [];
    })
    .sort((one, other) => bySpecificity(one.resource, other.resource));
  const method = best?.resource.methods.get(httpMethod) ?? best?.resource.methods.get('ANY');
  return best && method ? { kind: 'method', ...best, method } : { kind: 'none' };
};

const decodedSegments = (path: string): string[] | undefined => {
  try {
    return path
      .replace(/(?<=.)\/$/, '')
      .slice(1)
      .split('/')
      .map(decodeURIComponent);
  } catch {
    return undefined;
  }
};

const templateSegments = (resource: Resource): string[] => resource.path.slice(1).split('/');
const isParameter = (segment: string): boolean => segment.startsWith('{');
const isGreedy = (segment: string): boolean => segment.endsWith('+}');
const rank = (segment: string): number => (isGreedy(segment) ? 2 : isParameter(segment) ? 1 : 0);

const parametersOf = (
  resource: Resource,
  segments: readonly string[],
): Record<string, string> | undefined => {
  const parts = templateSegments(resource);
  const greedy = isGreedy(parts.at(-1) ?? '');
  if (greedy ? segments.length < parts.length : segments.length !== parts.length) return undefined;
  const parameters: [string, string][] = [];
  for (const [index, part] of parts.entries()) {
    const rest = isGreedy(part) ? segments.slice(index).join('/') : (segments[index] ?? '');
    if (!isParameter(part) && part !== rest) return undefined;
    if (isParameter(part) && rest === '') return undefined;
    if (isParameter(part)) parameters.push([part.replaceAll(/[{}+]/g, ''), rest]);
  }
  return Object.fromEntries(parameters);
};

const bySpecificity = (one: Resource, other: Resource): number => {
  const others = templateSegments(other);
  for (const [index, segment] of templateSegments(one).entries()) {
    const difference = rank(segment) - rank(others[index] ?? '');
    if (difference !== 0) return difference;
  }
  return 0;
};

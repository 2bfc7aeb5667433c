import type { Schema } from '../schema.ts';
import type { TableAccess } from '../tables.ts';
import type { ErrorCode } from './errors.ts';

/** The REST APIs of the service, each with an address of its own. */
export const APIS = ['pets', 'quickstart'] as const;
export type ApiName = (typeof APIS)[number];

/** A named example of a body, for the reference. */
export interface Example<Value> {
  readonly summary: string;
  readonly value: Value;
}

/** Examples by their names, in camelCase. */
export type Examples<Value> = Readonly<Record<string, Example<Value>>>;

/** The fate of an operation that will be removed. */
export interface Deprecation {
  /** When it was deprecated (RFC 9745). */
  readonly since: Date;
  /** When it stops answering (RFC 8594). */
  readonly sunset: Date;
  /** The path, relative to the base address, of what replaces it. */
  readonly successor: `/${string}`;
  /** Where the deprecation is explained. */
  readonly documentation: URL;
}

/**
 * All that is to be said of one operation, said once. Route, validation, types, rights, tests and
 * documents follow from it.
 */
export interface Contract<Query = unknown, Path = unknown, Body = unknown, Success = unknown> {
  /** camelCase; the operation's folder is the same in kebab-case. */
  readonly operationId: string;
  /** The REST API that serves it. */
  readonly api: ApiName;
  readonly method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';
  /** Relative to the base address, parameters in braces: `/pets/{petId}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** What clients should know beyond the summary, in Markdown. */
  readonly description: string;
  readonly request: {
    /** Reads the query parameters: a string each, or an array of them where one is repeated. */
    readonly query?: Schema<Query>;
    /** Reads the path parameters, each a string. */
    readonly path?: Schema<Path>;
    /** Reads the JSON body; without it the body is ignored. */
    readonly body?: Schema<Body>;
    /**
     * Most bytes of a body, as UTF-8.
     * @default MAX_BODY_BYTES, 16 KB
     */
    readonly maxBodyBytes?: number;
    /**
     * Whether it takes the header Idempotency-Key, by which it may be sent again.
     * @default false
     */
    readonly idempotencyKey?: true;
    /** Bodies as clients send them. */
    readonly examples?: Examples<unknown>;
  };
  readonly success: {
    readonly status: 200 | 201 | 202;
    readonly body: Schema<Success>;
    readonly examples: Examples<NoInfer<Success>>;
    /** Headers beside those that every answer has. */
    readonly headers?: readonly ('Link' | 'Location')[];
    /** Operations to go on with: their parameters, by where in this answer their values are. */
    readonly links?: Readonly<Record<string, Readonly<Record<string, `$response.${string}`>>>>;
  };
  /**
   * The codes it may refuse a request with, beside those that every operation shares and those that
   * follow from its taking a body or an idempotency key.
   */
  readonly errors: readonly ErrorCode[];
  /** The tables it may touch, and how: its function gets these rights and no others. */
  readonly access: readonly TableAccess[];
  /** Left out for stable operations. */
  readonly stability?: 'beta' | 'experimental';
  readonly deprecation?: Deprecation;
}

/** Types a contract by its schemas. */
export const contract = <Query, Path, Body, Success>(
  definition: Contract<Query, Path, Body, Success>,
): Contract<Query, Path, Body, Success> => definition;

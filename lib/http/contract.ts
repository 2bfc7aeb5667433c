import * as z from 'zod/mini';
import type { ErrorCode } from '../errors/errors.ts';
import type { TableAccess, TableName } from '../storage/tables.ts';
import type { Schema } from '../values/schema.ts';

/** The REST APIs of the service, each with its own address. */
export const APIS = ['pets', 'quickstart'] as const;
export type ApiName = (typeof APIS)[number];

/** The groups of the reference, each with what it is about. */
export const TAGS = {
  Pets: 'Animals that are up for adoption.',
  Orders: 'Who takes which pet. The customer and the owner of the pet see an order.',
  Categories: 'Names of the category ids that pets carry.',
  Events: 'What changed, for clients that keep a copy.',
  Webhooks: 'Events that the service sends to you.',
  Account: 'Your account and its API keys.',
  Quickstart: 'A first call, at its own address.',
} as const;

export type SuccessStatus = 200 | 201 | 202 | 204;

/**
 * A whole request that is answered with success. The reference shows it, and every test that has to
 * call the operation sends it. In its texts `{pet.id}` is the member `id` of the answer to what `after`
 * calls `pet`, and `{pet@ETag}` is a header of that answer.
 */
export interface Example<Answer> {
  readonly summary: string;
  /** What to send before, in this order: other examples, such as `createPet.least`, under names. @default - nothing */
  readonly after?: Readonly<Record<string, `${string}.${string}`>>;
  /** @default - neither parameters nor a body */
  readonly request?: {
    readonly path?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  /** @default - `success.status` */
  readonly status?: SuccessStatus;
  /** A body that may be answered. The reference shows it. */
  readonly answer?: Answer;
}

/** The fate of an operation that will be removed. */
export interface Deprecation {
  /** When it was deprecated (RFC 9745). */
  readonly since: Date;
  /** When it stops answering (RFC 8594). */
  readonly sunset: Date;
  /** What replaces it, relative to the base address. `Link` leaves out the query. */
  readonly successor: `/${string}`;
  /** What else changes on the sunset date: synthesis adds it to its warning. */
  readonly elsewhere?: string;
}

/** The types of what an operation reads and answers. What has no schema is undefined. */
export interface OperationTypes {
  readonly query: unknown;
  readonly path: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  readonly answer: unknown;
}

/** All that is to be said of one operation. Route, validation, types, rights, tests and documents follow from it. */
export interface Contract<
  Types extends OperationTypes = OperationTypes,
  Table extends TableName = TableName,
> {
  /** camelCase; the operation's folder is the same in kebab-case. */
  readonly operationId: string;
  readonly api: ApiName;
  readonly tag: keyof typeof TAGS;
  readonly method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';
  /** Relative to the base address, parameters in braces: `/pets/{petId}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** What clients should know beyond the summary, in Markdown. */
  readonly description: string;
  readonly request: {
    /** Reads the query parameters: a string each, or an array of them where one is repeated. */
    readonly query?: Schema<Types['query']>;
    /** Reads the path parameters, each a string. */
    readonly path?: Schema<Types['path']>;
    /** Reads the headers, each a string under its usual name: `If-Match`. */
    readonly headers?: Schema<Types['headers']> & { readonly shape: object };
    /** Reads the JSON body; without it the body is ignored. */
    readonly body?: Schema<Types['body']>;
    /** The content types that a body may have. @default JSON_ONLY, `application/json` */
    readonly contentTypes?: readonly [string, ...string[]];
    /** Most bytes of a body, as UTF-8. @default MAX_BODY_BYTES, 16 KB */
    readonly maxBodyBytes?: number;
    /** Whether it takes the header Idempotency-Key, by which it may be sent again. @default false */
    readonly idempotencyKey?: true;
    /** Whether a POST without an idempotency key may be sent again: the second one changes nothing. @default false */
    readonly repeatable?: true;
  };
  /** Variables of its function besides the names of its tables. @default - none */
  readonly environment?: readonly ('ACCOUNT_PLANS' | 'API_KEY_PREFIX')[];
  readonly success: {
    readonly status: SuccessStatus;
    /** The status where the handler answers with `isNew`: that of a PUT that creates something. */
    readonly statusIfNew?: 201;
    /** Left out where the answer has no body, as with 204. */
    readonly body?: Schema<Types['answer']>;
    /** Headers besides those that every answer has. */
    readonly headers?: readonly ('ETag' | 'Link' | 'Location')[];
    /** Headers that only some of its answers have. */
    readonly optionalHeaders?: readonly 'ETag'[];
    /** Operations that can follow, and the parameter of each that takes the `id` of this answer. */
    readonly links?: Readonly<Record<string, string>>;
  };
  /**
   * By their names, in camelCase. Together they use all of `access`: tests demand it. Those with an idempotency key are sent
   * twice.
   */
  readonly examples: Readonly<Record<string, Example<NoInfer<Types['answer']>>>>;
  /** What it may refuse, besides what every operation, body or idempotency key may be refused with. */
  readonly errors: readonly ErrorCode[];
  /**
   * The changes of items that a stage had before, which its answers need. `buildRequireBackfill` refuses it until that is
   * done, and no release that serves it comes into service. @default - none
   */
  readonly backfills?: readonly {
    /** Of `infra/operator/backfills`. */
    readonly name: string;
    /** The query parameter with which it needs that. @default - it always does */
    readonly parameter?: unknown extends Types['query'] ? string : keyof Types['query'] & string;
  }[];
  /** The tables it may touch, and how: its function gets these rights and no others. */
  readonly access: readonly TableAccess<Table>[];
  /** Left out for stable operations. */
  readonly stability?: 'beta' | 'experimental';
  readonly deprecation?: Deprecation;
}

/** The content types of a body where a contract does not name others. */
export const JSON_ONLY = ['application/json'] as const;

/** Makes the schema of a body: a JSON object. Members that are not declared are dropped. @param id of the component in the OpenAPI document */
export const bodyOf = <Members extends z.core.$ZodLooseShape>(
  id: string,
  description: string,
  members: Members,
  ...checks: z.core.$ZodCheck<z.output<z.ZodMiniObject<Members>>>[]
) =>
  z
    .object(members, { error: 'The body must be a JSON object' })
    .check(...checks, z.meta({ id, description }));

/** Types a contract by its schemas and its tables. @param definition without `api` for one of `pets` */
export const contract = <
  Query = undefined,
  Path = undefined,
  Headers = undefined,
  Body = undefined,
  Answer = undefined,
  Table extends TableName = never,
>(
  definition: Omit<
    Contract<{ query: Query; path: Path; headers: Headers; body: Body; answer: Answer }, Table>,
    'api'
  > & { readonly api?: ApiName },
): Contract<{ query: Query; path: Path; headers: Headers; body: Body; answer: Answer }, Table> => ({
  api: 'pets',
  ...definition,
});

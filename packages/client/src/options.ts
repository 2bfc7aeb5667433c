/** What every method takes. What is given to the client holds for each of its calls. */
export interface CallOptions {
  /** Ends the call and its repetitions. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt, 1 or more. @default 30000: the service answers within 29 seconds */
  readonly timeout?: number | undefined;
  /** How often it sends a request again, where that is safe. @default 4 */
  readonly maxRetries?: number | undefined;
  /** Is called with each answer, for its status and headers. Its body is read. */
  readonly onResponse?: ((response: FetchResponse) => void) | undefined;
}

/** What the client gives to `fetch`. */
export interface FetchRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  /** Left out where there is none: older packages refuse null. */
  readonly body?: string;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
}

/** Headers, of `fetch` or of a package like it. */
export interface ReadableHeaders {
  readonly get: (name: string) => string | null;
}

/** What the client needs of an answer of `fetch`. */
export interface FetchResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly type?: string;
  readonly headers: ReadableHeaders;
  readonly text: () => Promise<string>;
}

/** What a client needs to know. */
export interface ClientOptions extends Omit<CallOptions, 'signal'> {
  /** The base address of the API. It ends in `/v1`. */
  readonly baseUrl: string | undefined;
  /** An API key of the same stage, or a function that gives the present one: it is called before each attempt. */
  readonly apiKey: string | (() => Promise<string> | string) | undefined;
  /** Sends the requests, for instance through a proxy. @default the global one */
  readonly fetch?: ((url: string, request: FetchRequest) => Promise<FetchResponse>) | undefined;
  /** Names your program before the client in `User-Agent`, such as `my-shop/2.1`. Browsers send their own. */
  readonly userAgent?: string | undefined;
}

/** What the methods that create something take. */
export interface CreateOptions extends CallOptions {
  /**
   * Keep it and give it again to repeat the call later, within 24 hours.
   * @default a new UUID, which makes the client's own repetitions safe
   */
  readonly idempotencyKey?: string | undefined;
}

/** What the methods take that create or replace something. */
export interface PutOptions extends CallOptions {
  /** Whether it fails with `precondition_failed` where the thing is there already. By default it does not. */
  readonly onlyNew?: boolean;
}

/** What the methods take that read one thing. */
export interface ReadOptions<Thing extends object> extends CallOptions {
  /** What a method returned before. If it has not changed, the method gives this same object again. */
  readonly known?: Thing | undefined;
}

/** What a method takes that goes on until its signal ends it. */
export interface FollowOptions extends CallOptions {
  /** Milliseconds before it asks again where nothing happened; longer each time that it fails. By default 1000. */
  readonly pause?: number;
}

/** What any method takes. */
export type Options = CreateOptions & PutOptions & FollowOptions & ReadOptions<object>;

/** The first line of a history file: the values that repeat it. */
export interface Head {
  readonly seed: number;
  readonly kind: string;
  readonly operations: number;
}

/** What a request asks for. The checker reads the same members: `checker/history.go`. */
export interface Asked {
  readonly op:
    | 'cancelOrder'
    | 'completeOrder'
    | 'createPet'
    | 'deleteCategory'
    | 'deletePet'
    | 'getCategory'
    | 'getOrder'
    | 'getPet'
    | 'petsByIds'
    | 'placeOrder'
    | 'putCategory'
    | 'updatePet';
  readonly account: string;
  readonly pet?: bigint;
  readonly pets?: readonly bigint[];
  readonly order?: bigint;
  readonly category?: bigint;
  readonly key?: string | undefined;
  readonly ifMatch?: readonly string[] | undefined;
  readonly ifNoneMatch?: true;
  readonly body?: Readonly<Record<string, bigint | string>>;
}

/** The service's answer. */
export interface Answered {
  readonly status: number;
  readonly code?: string;
  readonly etag?: string;
  readonly replayed?: true;
  readonly pet?: unknown;
  readonly pets?: unknown;
  readonly order?: unknown;
  readonly category?: unknown;
}

/** A request with its times, in microseconds of one monotonic clock. It has no end if its result is unknown. */
export interface Operation extends Asked {
  readonly client: number;
  readonly call: number;
  readonly return?: number;
  readonly answer?: Answered;
}

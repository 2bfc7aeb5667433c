/** One POST to a client. */
export interface Delivery {
  readonly url: string;
  /** `webhook-id`: the same each time that it is sent. */
  readonly id: string;
  /** A JSON array of events: the same bytes each time. */
  readonly body: string;
  /** Those that sign it, the newest first: `whsec_` and base64. */
  readonly secrets: readonly string[];
}

/** What became of it: the status of an answer, or why there was none. */
export type Answer =
  | { readonly status: number; readonly retryAfter?: string | undefined }
  /** `timeout`, `name_not_found`, `address_refused`, `connection_failed`, `tls_failed` or `answer_invalid`. */
  | { readonly error: string };

/**
 * Sends it once, and gives up when the signal aborts.
 * @returns always: what fails is an `error`
 */
export type Send = (delivery: Delivery, signal: AbortSignal) => Promise<Answer>;

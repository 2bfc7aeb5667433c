/** One request for the access log: neither its query string nor any header or body. */
export interface AccessLogEntry {
  /** `-` when the request could not be parsed; then `path` is `-` too. */
  readonly method: string;
  readonly path: string;
  /** 499 when the client left before it was answered. */
  readonly status: number;
  readonly ms: number;
  readonly requestId: string;
}

import { ERRORS, type ErrorCode } from './errors.ts';

/** The body of every answer that is not a success: exactly these three members. */
export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  /** Repeats the HTTP status. */
  readonly status: number;
}

/** An expected refusal of a request. `message` is sent to the caller as it stands. */
export class RequestError extends Error {
  override readonly name: string = 'RequestError';
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string = ERRORS[code].message,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.code = code;
    this.headers = headers;
  }
}

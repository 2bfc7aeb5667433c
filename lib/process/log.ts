/**
 * Writes one JSON line for operators to find: a stable code, the error, and ids.
 * Never give it a body, a header, a key or a token.
 */
export const logError = (
  code: string,
  error: unknown,
  ids: Readonly<Record<string, string | undefined>> = {},
): void => {
  write('ERROR', code, error, ids);
  countFailure();
};

/**
 * Writes a second line for the alarm of functions, on Lambda only. A filter finds the function only in
 * a line that is JSON as a whole, and `console` begins lines with the id of the invocation.
 */
const countFailure = (): void => {
  const { AWS_LAMBDA_FUNCTION_NAME: name } = process.env;
  if (name) process.stderr.write(`${JSON.stringify({ code: 'failed', function: name })}\n`);
};

/** As `logError`, for failures that no client notices. No alarm counts them. */
export const logWarning = (code: string, error: unknown): void => write('WARN', code, error);

/** Writes one JSON line with figures for a metric, or with ids of what happened. */
export const logFigures = (
  code: string,
  figures: Readonly<Record<string, number | string>>,
): void => print(JSON.stringify({ level: 'INFO', code, ...figures }), true);

const write = (
  level: 'ERROR' | 'WARN',
  code: string,
  error: unknown,
  ids: Readonly<Record<string, string | undefined>> = {},
): void => print(JSON.stringify({ level, code, ...ids, error: describe(error) }), false);

/** A metric needs a line that is JSON as a whole, and Lambda puts its own words before what `console` prints. */
let print = (line: string, isWhole: boolean): void => {
  if (isWhole) process.stdout.write(`${line}\n`);
  else console.error(line);
};

/** Has something else print the lines: the local server, which keeps them in a file. */
export const printBy = (other: typeof print): void => {
  print = other;
};

const describe = (error: unknown): unknown =>
  error instanceof Error
    ? {
        name: error.name,
        message: error.message,
        stack: error.stack,
        cause: error.cause && describe(error.cause),
      }
    : { name: typeof error };

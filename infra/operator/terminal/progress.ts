/** Times between two reports in ms: of a bar in a terminal, and of lines elsewhere. */
const BAR_PAUSE = 200;
const LINE_PAUSE = 5000;

const WIDTH = 20;

/**
 * Reports how far long work is: as a bar in a terminal, else as lines.
 * @param expected how much there is to do, as far as that is known: 0 if it is not
 */
export const createProgress = (
  expected: number,
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
) => {
  const begun = performance.now();
  let reported = begun;
  let first: number | undefined;
  return {
    /** @param done how much of it is done. @param text more about it */
    report: (done: number, text: string): void => {
      first ??= done;
      const now = performance.now();
      if (now - reported < (stream.isTTY ? BAR_PAUSE : LINE_PAUSE)) return;
      reported = now;
      const part = Math.min(done / expected, 1);
      const seconds = Math.ceil(((now - begun) / 1000 / (done - first)) * (expected - done));
      // Nothing is known of the rest where there is more than was expected.
      const rest = part < 1 && Number.isFinite(seconds) ? `, about ${seconds} s left` : '';
      const bar = `[${'#'.repeat(part * WIDTH).padEnd(WIDTH, '-')}] `;
      const line = `${Math.floor(part * 100)} %, ${text}${rest}`;
      stream.write(stream.isTTY ? `\r${bar}${line}\x1b[K` : `${line}\n`);
    },
    /** Clears the bar, for other lines. */
    clear: (): void => {
      if (stream.isTTY) stream.write('\r\x1b[K');
    },
  };
};

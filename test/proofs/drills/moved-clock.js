import { readFileSync } from 'node:fs';

/*
 * Moves the clock that a process reads, by the milliseconds in the file CLOCK_FILE, which may change: `node --import`. The
 * machine's clock, timers and the engine's own clock stay.
 */
const RealDate = Date;
let ahead = 0;
const read = () => {
  ahead = Number(readFileSync(process.env.CLOCK_FILE ?? '', 'utf8'));
};
read();
setInterval(read, 50).unref();

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + ahead);
    else super(...parts);
  }

  static now() {
    return RealDate.now() + ahead;
  }
};

import { setTimeout } from 'node:timers/promises';
import type { EventInvokeConfig } from './event-invoke-configs.ts';
import type { Invoke } from './invocation.ts';
import { withinTime } from './time-limit.ts';

/** Events that functions get without anybody's waiting for the answer. */
export interface AsyncInvocations {
  /**
   * Takes an event for a function.
   * @param payload JSON text
   * @returns false if there is no room for it
   */
  accept(functionName: string, payload: string): boolean;
  /** Waits up to 400 ms for events under way. Those that wait for a retry are dropped. */
  close(): Promise<void>;
}

export interface AsyncInvocationsOptions {
  readonly invoke: Invoke;
  readonly configOf: (functionName: string) => EventInvokeConfig;
  /** Gets a line for each event that is dropped. */
  readonly log: (line: string) => void;
  /** The waits before retries, in ms. @default Lambda's: one minute, then two */
  readonly waitsMs?: readonly number[];
  /** Most bytes of all events that are not done. @default 16 MB */
  readonly room?: number;
}

/** What an event takes besides its text, about. */
const EVENT_BYTES = 2048;

/** How long an event under way may take once the server closes, in ms: as long as a request. */
const CLOSE_LIMIT_MS = 400;

/** Lambda Developer Guide, "How Lambda handles errors and retries with asynchronous invocation". */
export const createAsyncInvocations = ({
  invoke,
  configOf,
  log,
  waitsMs = [60_000, 120_000],
  room = 16 * 1024 * 1024,
}: AsyncInvocationsOptions): AsyncInvocations => {
  const closing = new AbortController();
  const { signal } = closing;
  const underWay = new Set<Promise<void>>();
  let free = room;

  const run = async (functionName: string, payload: string): Promise<void> => {
    const { maxRetries, maxAgeSeconds } = configOf(functionName);
    const tooOld = Date.now() + maxAgeSeconds * 1000;
    const drop = (reason: string) =>
      log(`${functionName}: dropped an asynchronous event: ${reason}`);
    for (let failures = 1; ; failures += 1) {
      const result = await invoke(functionName, JSON.parse(payload));
      if (result.kind === 'success' || signal.aborted) return;
      if (result.kind === 'not-emulated') return drop(result.reason);
      if (failures > maxRetries) return drop(`failed ${failures} times`);
      const waitMs = waitsMs[failures - 1] ?? 0;
      if (Date.now() + waitMs > tooOld) return drop(`older than ${maxAgeSeconds} s`);
      await setTimeout(waitMs, undefined, { ref: false, signal }).catch(() => {});
      if (signal.aborted) return;
    }
  };

  return {
    accept: (functionName, payload) => {
      const size = payload.length + EVENT_BYTES;
      if (size > free || signal.aborted) return false;
      free -= size;
      const running = run(functionName, payload).finally(() => {
        free += size;
        underWay.delete(running);
      });
      underWay.add(running);
      return true;
    },
    close: async () => {
      closing.abort();
      await withinTime(Promise.all(underWay), CLOSE_LIMIT_MS);
    },
  };
};

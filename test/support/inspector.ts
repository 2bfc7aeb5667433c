import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { until } from './until.ts';

/** A place in a source, as an editor's breakpoint has it. Lines begin at 1. */
export interface Breakpoint {
  /** From the project's root. */
  readonly file: string;
  readonly line: number;
}

/** A function that stands at a breakpoint. */
export interface Stop {
  readonly file: string;
  readonly line: number;
  /** The address of the bundle's file, which the source map belongs to. */
  readonly script: string;
  readonly resume: () => void;
}

// biome-ignore lint/suspicious/noExplicitAny: the protocol's messages
type Message = any;

/**
 * Attaches to a program that runs with --inspect, as an editor does: to each of its worker threads,
 * and stops a thread where a script with a source map begins, to set breakpoints by that map. Speaks
 * the protocol of V8's inspector (https://chromedevtools.github.io/devtools-protocol/v8/Debugger/).
 * @param url that the program prints
 */
export const attachDebugger = async (url: string, breakpoint: Breakpoint) => {
  const socket = new WebSocket(url);
  const stops: Stop[] = [];
  const sessions = new Map<string, ReturnType<typeof debugThread>>();
  let id = 0;
  const answered = new Set<number>();
  const send = (method: string, params: object = {}): number => {
    id += 1;
    socket.send(JSON.stringify({ id, method, params }));
    return id;
  };
  socket.addEventListener('message', ({ data }) => {
    const { id: answers, method, params }: Message = JSON.parse(data);
    if (answers !== undefined) answered.add(answers);
    if (method === 'NodeWorker.attachedToWorker') {
      const { sessionId } = params;
      const toThread = (message: string) =>
        send('NodeWorker.sendMessageToWorker', { sessionId, message });
      sessions.set(
        sessionId,
        debugThread(toThread, breakpoint, (stop) => stops.push(stop)),
      );
    }
    if (method === 'NodeWorker.receivedMessageFromWorker') {
      sessions.get(params.sessionId)?.take(JSON.parse(params.message));
    }
  });
  await once(socket, 'open');
  send('NodeWorker.enable', { waitForDebuggerOnStart: true });
  const detach = async () => {
    const closed = once(socket, 'close');
    socket.close();
    await closed;
  };
  return {
    /** Waits until a function stops there. */
    stop: async (): Promise<Stop> => {
      await until(() => stops.length > 0);
      return stops.shift() ?? expectStop();
    },
    /** Lets all threads go on, and detaches. */
    close: async () => {
      const asked = send('NodeWorker.enable', { waitForDebuggerOnStart: false });
      // Until then threads may start that wait.
      await until(() => answered.has(asked));
      for (const { release } of sessions.values()) release();
      await detach();
    },
    /** Detaches. A thread that is stopped stays so. */
    detach,
  };
};

const expectStop = (): never => {
  throw new Error('It does not stop');
};

/** Debugs one thread. */
const debugThread = (
  toThread: (message: string) => void,
  breakpoint: Breakpoint,
  stopped: (stop: Stop) => void,
) => {
  const scripts = new Map<
    string,
    { readonly url: string; readonly map: SourceMap; readonly code: string }
  >();
  let id = 0;
  const send = (method: string, params: object = {}) => {
    id += 1;
    toThread(JSON.stringify({ id, method, params }));
  };
  send('Debugger.enable');
  send('Debugger.setInstrumentationBreakpoint', {
    instrumentation: 'beforeScriptWithSourceMapExecution',
  });
  send('Runtime.runIfWaitingForDebugger');

  const release = () => {
    send('Debugger.disable');
    send('Runtime.runIfWaitingForDebugger');
  };
  const take = ({ method, params }: Message): void => {
    if (method === 'Debugger.scriptParsed' && params.sourceMapURL.startsWith('file:')) {
      const read = (file: string) => readFileSync(fileURLToPath(file), 'utf8');
      const map = new SourceMap(JSON.parse(read(params.sourceMapURL)));
      scripts.set(params.scriptId, { url: params.url, map, code: read(params.url) });
    }
    if (method !== 'Debugger.paused') return;
    const resume = () => send('Debugger.resume');
    if (params.reason === 'instrumentation') {
      const { scriptId } = params.data;
      const script = scripts.get(scriptId);
      const location = script && placeOf(script, breakpoint);
      if (location) send('Debugger.setBreakpoint', { location: { scriptId, ...location } });
    }
    // It also stops at each thread's start.
    if (params.hitBreakpoints.length === 0 || params.reason === 'instrumentation') {
      resume();
      return;
    }
    const { scriptId, lineNumber, columnNumber } = params.callFrames[0].location;
    const script = scripts.get(scriptId);
    const found: Message = script?.map.findOrigin(lineNumber + 1, columnNumber + 1);
    stopped({ file: found?.fileName, line: found?.lineNumber, script: script?.url ?? '', resume });
  };
  return { take, release };
};

/** The first place in a bundle that was made of a line. */
const placeOf = (
  { map, code }: { readonly map: SourceMap; readonly code: string },
  { file, line }: Breakpoint,
) => {
  for (const [lineNumber, text] of code.split('\n').entries()) {
    for (let column = 0; column < text.length; column += 1) {
      const found: Message = map.findEntry(lineNumber, column);
      if (found.originalSource === file && found.originalLine === line - 1) {
        return { lineNumber: found.generatedLine, columnNumber: found.generatedColumn };
      }
    }
  }
  return undefined;
};

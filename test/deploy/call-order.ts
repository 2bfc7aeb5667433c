import { chance } from '../faults/chance.ts';
import { type Answer, answerCalls, type Call, sendOn } from './calls.ts';

/** An address where the calls of commands that run at the same time wait for their turn. */
export interface Gate {
  readonly address: string;
  /**
   * Does the work of some commands; each must use the name that it gets as its access key. One call
   * at a time is let through, when every command that has not ended has one waiting. The seed says which:
   * so it alone decides the order of all calls.
   * @returns what was let through, in its order
   */
  readonly inOrder: (
    seed: number,
    commands: readonly ((name: string) => Promise<void>)[],
  ) => Promise<readonly string[]>;
}

/** Commands that meet need some hundred; more means that there is no end. */
const MOST_CALLS = 2000;

/** Opens a gate before an AWS. `route` says where a call goes on to. */
export const openGate = async (route: (call: Call) => string): Promise<Gate> => {
  const running = new Set<string>();
  const waiting = new Map<string, () => Promise<void>>();
  let seed = 0;
  let passed: string[] = [];
  let busy = false;

  const letPass = async (): Promise<void> => {
    if (busy || waiting.size === 0 || waiting.size < running.size) return;
    const names = [...waiting.keys()].sort();
    const name = names[Math.floor(chance(seed, `call ${passed.length}`) * names.length)] ?? '';
    const pass = waiting.get(name);
    waiting.delete(name);
    busy = true;
    await pass?.();
    busy = false;
    await letPass();
  };

  const address = await answerCalls(
    (call) =>
      new Promise<Answer>((resolve, reject) => {
        const name = /Credential=(\w+)/.exec(call.headers.authorization ?? '')?.[1] ?? '';
        waiting.set(name, async () => {
          const target = String(call.headers['x-amz-target'] ?? '').replace(/.*\./, '');
          passed.push(`${name} ${target || `${call.method} ${call.path}`}`);
          if (passed.length > MOST_CALLS) reject(new Error('There is no end to it'));
          else await sendOn(route(call), call).then(resolve, reject);
        });
        void letPass();
      }),
  );

  return {
    address,
    inOrder: async (newSeed, commands) => {
      seed = newSeed;
      passed = [];
      const named = commands.map((command, index) => [`command${index}`, command] as const);
      for (const [name] of named) running.add(name);
      await Promise.all(
        named.map(([name, command]) =>
          command(name).finally(() => {
            running.delete(name);
            void letPass();
          }),
        ),
      );
      return passed;
    },
  };
};

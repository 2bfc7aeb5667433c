import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { MINISTACK } from './ministack-folder.ts';

/** An interactive bash: variables that one command sets are there for the next. */
export interface Shell {
  /**
   * Types commands, and returns what they print.
   * @throws Error with the output if one fails
   */
  readonly type: (text: string) => Promise<string>;
  readonly end: () => void;
}

const END = 'end-of-commands';

/** The AWS CLI 1 asks queue.amazonaws.com, unless its command line names an endpoint. */
const AWS = `aws() {
  if [ "$1" = sqs ]; then command aws --endpoint-url "$AWS_ENDPOINT_URL" "$@"; else command aws "$@"; fi
}
`;

/** How long commands may take. */
const TIMEOUT_MS = 600_000;

/** Starts a bash in the project's folder, with the AWS CLI that was installed next to MiniStack. */
export const openShell = (env: NodeJS.ProcessEnv): Shell => {
  const PATH = [dirname(MINISTACK), env['PATH']].join(delimiter);
  const child = spawn('bash', ['--norc', '-euo', 'pipefail'], {
    cwd: join(import.meta.dirname, '../../..'),
    // The AWS CLI 1, which Python has, does not read AWS_REGION.
    env: { ...env, PATH, AWS_DEFAULT_REGION: env['AWS_REGION'] },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.write(AWS);
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'close').then(() => undefined);
  return {
    type: async (text) => {
      let printed = '';
      const done = new Promise<true>((resolve) => {
        lines.on('line', function read(line) {
          if (line !== END) printed += `${line}\n`;
          else resolve(true);
          if (line === END) lines.off('line', read);
        });
      });
      child.stdin.write(`{ ${text}\n} 2>&1 </dev/null\nprintf '\\n%s\\n' ${END}\n`);
      // An output may not end with a newline.
      const late = setTimeout(TIMEOUT_MS, undefined, { ref: false });
      if (await Promise.race([done, ended, late])) return printed.replace(/\n$/, '');
      throw new Error(`A command failed, or did not end.\n${text}\n${printed}`);
    },
    end: () => child.stdin.end(),
  };
};

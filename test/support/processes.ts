import { type ChildProcess, execFileSync } from 'node:child_process';

/** The processes of this machine, without zombies. */
const list = () =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^ *(\d+) +(\d+) +(\S+) +(.*)$/.exec(line) ?? [])
    .filter(([, , , state]) => state !== undefined && !state.startsWith('Z'))
    .map(([, pid, parent, , args = '']) => ({ pid: Number(pid), parent: Number(parent), args }));

/** The command lines that contain a text, such as the path of a folder. */
export const processesWith = (text: string): string[] =>
  list()
    .map(({ args }) => args)
    .filter((args) => args.includes(text));

/** A process, what it started, and what that started. */
export const familyOf = (pid: number | undefined): number[] => {
  const all = list();
  const below = (parent: number): number[] => [
    parent,
    ...all.filter((one) => one.parent === parent).flatMap((one) => below(one.pid)),
  ];
  return pid === undefined ? [] : below(pid);
};

/** Those of some processes that run. */
export const running = (pids: readonly number[]): number[] =>
  list()
    .map(({ pid }) => pid)
    .filter((pid) => pids.includes(pid));

/** Collects what a process prints, as far as it is piped. @returns what gives all of it so far */
export const collectOutput = ({ stdout, stderr }: ChildProcess): (() => string) => {
  let text = '';
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  return () => text;
};

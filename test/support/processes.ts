import { execFileSync } from 'node:child_process';

/** The command lines of this machine's processes that contain a text, such as the path of a folder. */
export const processesWith = (text: string): string[] =>
  execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(text));

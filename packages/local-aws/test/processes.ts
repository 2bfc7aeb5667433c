import { execFileSync } from 'node:child_process';

/** The command lines of processes that contain a text, such as the path of a folder. */
export const processesWith = (text: string): string[] =>
  execFileSync('ps', ['-A', '-o', 'stat=,args='], { encoding: 'utf8' })
    .split('\n')
    // One that has ended stays until its parent asks for its status.
    .filter((line) => line.includes(text) && !line.startsWith('Z'));

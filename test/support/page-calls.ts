import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');

/** A block of code on a page. */
export interface CodeBlock {
  readonly language: string;
  readonly text: string;
}

/** Reads the blocks of code of a page. */
export const codeBlocks = (page: string): readonly CodeBlock[] =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^ *```(\w*)\n(.*?)^ *```$/gms)].map(
    ([, language = '', code = '']) => ({
      language,
      // A run has its own.
      text: code.replaceAll(/^export API_KEY=[^$].*\n/gm, ''),
    }),
  );

/** What the commands of pages call the base addresses and the key. */
export type PageVariables = Readonly<Record<'API_KEY' | 'BASE_URL' | 'QUICKSTART_URL', string>>;

/** A call of a page in curl, and the answer that the page shows for it. */
export interface PageCall {
  readonly command: string;
  readonly shown: string | undefined;
}

/** The calls among the blocks of a page. */
export const pageCalls = (blocks: readonly CodeBlock[]): readonly PageCall[] =>
  blocks.flatMap(({ language, text }, index) => {
    const next = blocks[index + 1];
    const shown = next?.language === 'json' ? next.text : undefined;
    return language === 'sh' && text.includes('curl ') ? [{ command: text, shown }] : [];
  });

export interface PageAnswer {
  readonly status: number;
  readonly body: string;
}

/** Runs the curl of a page as `runOnce` does, and repeats it after a second while the account's limit is exceeded. */
export const runCurl = async (...words: Parameters<typeof runOnce>): Promise<PageAnswer> => {
  for (;;) {
    const answer = await runOnce(...words);
    if (answer.status !== 429) return answer;
    await setTimeout(1000);
  }
};

/** Runs the curl of a page in a shell. */
const runOnce = async (
  command: string,
  folder: string,
  variables: PageVariables,
): Promise<PageAnswer> => {
  writeFileSync(join(folder, '.curlrc'), 'silent\nwrite-out = "\\n%{http_code}"\n');
  const { stdout } = await promisify(execFile)('sh', ['-ec', command], {
    env: { PATH: process.env['PATH'], CURL_HOME: folder, HOME: folder, ...variables },
  });
  const [answer = '', code] = stdout.split(/\n(\d{3})$/);
  return { status: Number(code), body: answer.split('\r\n\r\n').at(-1) ?? '' };
};

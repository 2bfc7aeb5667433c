import { execFile, spawnSync } from 'node:child_process';
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

/** What pages call the base address of each API, wherever the service is deployed. */
const PLACEHOLDERS = {
  pets: /https:\/\/api\.petstore\.example\/v1|http:\/\/localhost:3000\/v1/g,
  quickstart: /https:\/\/quickstart\.petstore\.example\/v1|http:\/\/localhost:3001\/v1/g,
};

/** The addresses of a run, in place of the placeholders of pages. */
interface RunAddresses {
  readonly baseUrl: string;
  readonly quickstartUrl: string;
}

/** Reads the blocks of code of a page, with the addresses of this run. */
export const codeBlocks = (page: string, run: RunAddresses): readonly CodeBlock[] =>
  chapterBlocks(page, run).flat();

/** Reads them for each heading of a page. */
export const chapterBlocks = (page: string, run: RunAddresses): readonly (readonly CodeBlock[])[] =>
  readFileSync(join(ROOT, page), 'utf8')
    .split(/^#{2,} /m)
    .map((chapter) => blocksOf(chapter, run));

const blocksOf = (text: string, run: RunAddresses): readonly CodeBlock[] =>
  [...text.matchAll(/^ *```(\w*)\n(.*?)^ *```$/gms)].map(([, language = '', code = '']) => ({
    language,
    text: code
      .replaceAll(/^export API_KEY=[^$].*\n/gm, '')
      .replaceAll(PLACEHOLDERS.pets, run.baseUrl)
      .replaceAll(PLACEHOLDERS.quickstart, run.quickstartUrl),
  }));

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

const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** Runs the curl of a page as `runOnce` does, and repeats it after a second while the account's limit is exceeded. */
export const runCurl = async (...words: Parameters<typeof runOnce>): Promise<PageAnswer> => {
  for (;;) {
    const answer = await runOnce(...words);
    if (answer.status !== 429) return answer;
    await setTimeout(1000);
  }
};

/** Runs the curl of a page in a shell. If this machine has no curl, it sends the same request itself. */
const runOnce = async (command: string, folder: string, apiKey: string): Promise<PageAnswer> => {
  if (!hasCurl) {
    const line = command.replaceAll('\\\n', ' ').replaceAll('$API_KEY', apiKey);
    const { url, ...init } = readCurl(line);
    const response = await fetch(url, init);
    return { status: response.status, body: await response.text() };
  }
  writeFileSync(join(folder, '.curlrc'), 'silent\nwrite-out = "\\n%{http_code}"\n');
  const { stdout } = await promisify(execFile)('sh', ['-ec', command], {
    env: { PATH: process.env['PATH'], CURL_HOME: folder, HOME: folder, API_KEY: apiKey },
  });
  const [answer = '', code] = stdout.split(/\n(\d{3})$/);
  return { status: Number(code), body: answer.split('\r\n\r\n').at(-1) ?? '' };
};

/** Reads a curl command as a shell and curl would: its URL, headers and data. */
export const readCurl = (command: string) => {
  const words = [...command.matchAll(/(['"])(.*?)\1|(\S+)/g)].map(
    ([, , quoted, bare]) => quoted ?? bare,
  );
  const after = (flag: string) =>
    words.flatMap((word, index) => (words[index - 1] === flag ? [word ?? ''] : []));
  const [body] = after('-d');
  const [method = body === undefined ? 'GET' : 'POST'] = after('-X');
  return {
    url: words.at(-1) ?? '',
    headers: Object.fromEntries(after('-H').map((field) => field.split(/: (.*)/s))),
    method,
    ...(body !== undefined && { body }),
  };
};

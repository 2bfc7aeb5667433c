import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { fileText } from './project.ts';

/** Reads the blocks of code of a page. */
export const codeBlocks = (page: string) =>
  [...fileText(page).matchAll(/^ *```(\w*)\n(.*?)^ *```$/gms)].map(
    ([, language = '', code = '']) => ({
      language,
      // A run has its own.
      text: code.replaceAll(/^export API_KEY=[^$].*\n/gm, ''),
    }),
  );

/** The calls in curl among the blocks of a page, each with the answer that the page shows for it. */
export const pageCalls = (blocks: ReturnType<typeof codeBlocks>) =>
  blocks.flatMap(({ language, text: command }, index) => {
    const next = blocks[index + 1];
    const shown = next?.language === 'json' ? next.text : undefined;
    return language === 'sh' && command.includes('curl ') ? [{ command, shown }] : [];
  });

/**
 * Runs the curl of a page in a shell, and repeats it after a second while the account's limit is exceeded.
 * @param variables what the commands of pages call the base addresses and the key
 */
export const runCurl = async (
  command: string,
  folder: string,
  variables: Readonly<Record<'API_KEY' | 'BASE_URL' | 'QUICKSTART_URL', string>>,
) => {
  writeFileSync(join(folder, '.curlrc'), 'silent\nwrite-out = "\\n%{http_code}"\n');
  for (;;) {
    const { stdout } = await promisify(execFile)('sh', ['-ec', command], {
      env: { PATH: process.env['PATH'], CURL_HOME: folder, HOME: folder, ...variables },
    });
    const [answer = '', code] = stdout.split(/\n(\d{3})$/);
    const body = answer.split('\r\n\r\n').at(-1) ?? '';
    if (code !== '429') return { status: Number(code), body };
    await setTimeout(1000);
  }
};

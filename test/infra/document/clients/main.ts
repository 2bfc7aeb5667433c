import { execFile } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import * as z from 'zod';
import { goCommand } from '../../../../tools/go-program.ts';
import { pythonCommand } from '../../../../tools/python-environment.ts';
import { call } from '../../../support/client.ts';
import { startLocalServer } from '../../../support/local-server.ts';
import { fileText, ROOT } from '../../../support/project.ts';
import { ownTemporaryFolder } from '../../../support/temporary-folder.ts';
import { until } from '../../../support/until.ts';
import { OPENAPI_GENERATOR } from '../tool-paths.ts';

/** A program: types what docs/other-languages.md shows, for the languages that its arguments name, or for all. */

const NODE_MODULES = join(import.meta.dirname, '../node_modules');

/** The first build of a language also fetches and compiles libraries. */
const TIMEOUT_MS = 900_000;

/** A whole number that a double rounds down by one. */
const BEYOND_DOUBLE = 9007199254740993n;

const env = {
  ...process.env,
  PATH: [
    ...[
      dirname(goCommand('oapi-codegen')),
      OPENAPI_GENERATOR.folder,
      dirname(pythonCommand('openapi-python-client')),
    ],
    ...[join(NODE_MODULES, '.bin'), join(ROOT, 'node_modules/.bin'), process.env['PATH']],
  ].join(':'),
  // Keeps what was built of libraries.
  CARGO_TARGET_DIR: join(ROOT, '.tools/cargo-target'),
};

const Output = z.object({ stdout: z.string(), stderr: z.string() });

const linesOf = (language: string): string => {
  const category = language === 'TypeScript' ? BEYOND_DOUBLE - 1n : BEYOND_DOUBLE;
  const event = `event 1 pet.created Mia ${category}`;
  return `created Rex\ncreated Tom\npage Rex\npage Tom\nerror 400 invalid_cursor\n${event}`;
};

/** @throws Error with all that the commands printed, unless it ends well with the program's lines */
const use = async (language: string, commands: string): Promise<void> => {
  const folder = join(temporary, language);
  cpSync(join(ROOT, 'docs/other-languages'), folder, { recursive: true });
  cpSync(join(ROOT, 'infra/openapi/openapi.json'), join(folder, 'openapi.json'));
  symlinkSync(NODE_MODULES, join(folder, 'node_modules'));
  const server = await startLocalServer({ dataDir: join(folder, 'data') });
  try {
    const body = { name: 'Mia', categoryId: BEYOND_DOUBLE, status: 'sold' };
    await call('/pets', { method: 'POST', body }, server);
    await until(async () => (await call('/events', {}, server)).text.includes('Mia'));
    const { stdout, stderr } = await promisify(execFile)('sh', ['-ec', commands], {
      cwd: folder,
      env: { ...env, BASE_URL: server.baseUrl, API_KEY: server.apiKey },
      timeout: TIMEOUT_MS,
      maxBuffer: 2 ** 26,
    }).catch((error: unknown) => {
      const printed = Output.parse(error);
      return { ...printed, stdout: `${printed.stdout}\nA command fails.` };
    });
    const printed = stripVTControlCharacters(stdout).trimEnd();
    if (!printed.endsWith(linesOf(language))) throw new Error(`${printed}\n${stderr}`);
  } finally {
    await server.stop();
  }
};

const temporary = ownTemporaryFolder();
const page = fileText('docs/other-languages.md');
const shown = new Map(
  [...page.matchAll(/^## (\w+)$[^#]*?^```sh\n(.*?)^```$/gms)].map(([, name = '', sh = '']) => [
    name,
    sh,
  ]),
);
const [, , ...chosen] = process.argv;
const languages = chosen.includes('all') ? [...shown.keys()] : chosen;
for (const language of languages.length > 0 ? languages : ['Python', 'Go', 'TypeScript']) {
  try {
    await use(language, shown.get(language) ?? `echo The page has no ${language}.`);
    console.log(`${language}: what the page shows works`);
  } catch (error) {
    console.error(`${language}: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}

import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { operations } from '../../../../functions/operations.ts';
import { overHttp } from '../../../support/examples.ts';
import { HIGHEST, limitDemo } from '../../../support/local-accounts.ts';
import { startLocalServer } from '../../../support/local-server.ts';
import { startStubService } from '../../../support/stub-service.ts';
import { ownTemporaryFolder } from '../../../support/temporary-folder.ts';
import { type Call, prepareCalls } from './calls.ts';
import { CARGO_TARGET_DIR, GENERATORS, type Generator, PATH } from './generators.ts';

/** Generates the clients that its arguments name, or all, and has each call all operations of a local server. */

const DOCUMENT = join(import.meta.dirname, '../../../../infra/openapi/openapi.json');

const temporary = ownTemporaryFolder();

/** Ends what hangs. The first build of a language also fetches and compiles libraries. */
const TIMEOUT_MS = 900_000;

const Output = z.object({ stdout: z.string(), stderr: z.string() });

/** Runs a command while the servers answer. @returns what it printed, and whether it ended well */
const run = async (command: string, cwd: string, env: NodeJS.ProcessEnv = {}) => {
  const own = { PATH, CARGO_TARGET_DIR, ...env };
  const options = { cwd, env: { ...process.env, ...own }, timeout: TIMEOUT_MS, maxBuffer: 2 ** 26 };
  return promisify(execFile)('sh', ['-c', command], options).then(
    ({ stdout }) => ({ ok: true, output: stdout }),
    (error: unknown) => {
      const { stdout, stderr } = Output.parse(error);
      return { ok: false, output: `${stdout}${stderr}` };
    },
  );
};

/** The operations that the server did not answer with success, by the lines of its log. */
const unanswered = (log: string, calls: readonly Call[]): readonly string[] =>
  calls.flatMap(({ contract: { operationId, method, path } }) => {
    const form = path.replace(/\{\w+\}/g, '[\\w-]+');
    const isThere = new RegExp(` 20\\d ${method} /v1${form}(?:\\?\\S*)? `).test(log);
    return isThere ? [] : [operationId];
  });

/** A whole number that a double rounds. */
const BEYOND_DOUBLE = '9007199254740993';

/** @throws Error if a program does not read what the table says */
const compare = ({ rounds = false, readsNewStatus = false }: Generator, output: string) => {
  const [, int64] = /^int64 (.*)$/m.exec(output) ?? [];
  const [, status = 'an error'] = /^status (.*)$/m.exec(output) ?? [];
  const found = { rounds: int64 !== BEYOND_DOUBLE, status };
  const expected = { rounds, status: readsNewStatus ? 'adopted' : 'an error' };
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    throw new Error(`reads ${JSON.stringify(found)}, not ${JSON.stringify(expected)}:\n${output}`);
  }
};

/** Generates a client, and has it call all operations. @throws Error with the reason if it does not */
const use = async (name: string, generator: Generator) => {
  const folder = join(temporary, name);
  mkdirSync(folder);
  for (const needed of generator.needs.trim().split(/ +/)) {
    const { ok } = await run(`command -v ${needed}`, folder);
    if (!ok) throw new Error(`not run: ${needed} is missing (npm run check -- --help)`);
  }
  if (generator.files)
    cpSync(join(import.meta.dirname, generator.files), folder, { recursive: true });
  cpSync(DOCUMENT, join(folder, 'openapi.json'));
  symlinkSync(join(import.meta.dirname, '../node_modules'), join(folder, 'node_modules'));
  const dataDir = join(temporary, `${name}-data`);
  const server = await startLocalServer({ dataDir });
  try {
    const { baseUrl, quickstartUrl, apiKey } = server;
    await limitDemo(dataDir, HIGHEST);
    const calls = await prepareCalls(
      overHttp({ pets: baseUrl, quickstart: quickstartUrl }, apiKey),
    );
    const program = join(folder, generator.file);
    mkdirSync(dirname(program), { recursive: true });
    writeFileSync(program, generator.program(calls));
    for (const command of [generator.generate, generator.compile ?? 'true']) {
      const { ok, output } = await run(command, folder);
      if (!ok) throw new Error(`${command} fails:\n${output}`);
    }
    const before = server.output().length;
    const { output } = await run(generator.walk, folder, {
      BASE_URL: baseUrl,
      QUICKSTART_URL: quickstartUrl,
      API_KEY: apiKey,
      STUB_URL: stub.baseUrl,
    });
    const unused = unanswered(server.output().slice(before), calls);
    if (unused.length > 0)
      throw new Error(`${unused.length} operations fail: ${unused}.\n${output}`);
    compare(generator, output);
    const left = operations.filter((each) => !calls.some(({ contract }) => contract === each));
    const note = left.map(({ operationId }) => `, without ${operationId}: its query is required`);
    console.log(`${name}: all ${calls.length} operations${note}`);
  } finally {
    await server.stop();
  }
};

/** The headers that generated clients require. */
const HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Request-Id': 'stub',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
};

/** A service of tomorrow: the status of its pets is a new one, but for the first pet. */
await using stub = await startStubService(({ url = '' }, response) => {
  const [, id = ''] = /ids=(\d+)/.exec(url) ?? [];
  const status = id === '1' ? 'available' : 'adopted';
  const pet = `{"id":${id},"name":"Rex","categoryId":${BEYOND_DOUBLE},"status":"${status}"}`;
  response.writeHead(200, HEADERS).end(`[${pet}]`);
});
const [, , ...chosen] = process.argv;
for (const name of chosen.length > 0 ? chosen : Object.keys(GENERATORS)) {
  try {
    const generator = GENERATORS[name];
    if (generator === undefined) throw new Error(`unknown. Known: ${Object.keys(GENERATORS)}`);
    await use(name, generator);
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}

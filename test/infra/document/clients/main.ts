import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { operations } from '../../../../functions/operations.ts';
import { type StubService, startStubService } from '../../../support/stub-service.ts';
import { ownTemporaryFolder } from '../../../support/temporary-folder.ts';
import { BEYOND_DOUBLE, type Call, DOCUMENT, startFilledServer } from './calls.ts';
import { CARGO_TARGET_DIR, GENERATORS, type Generator, PATH } from './generators.ts';

/** Generates the clients that its arguments name, or all, and has each call all operations of a local server. */

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

/** @throws Error if a program does not read what the table says */
const compare = ({ rounds = false, readsNewStatus = false }: Generator, output: string) => {
  const read = Object.fromEntries(
    [...output.matchAll(/^(\w+) (.*)$/gm)].map(([, name = '', value]) => [name, value]),
  );
  const found = {
    rounds: read['int64'] !== BEYOND_DOUBLE,
    code: read['code'],
    event: read['event'],
    status: read['status'] ?? 'an error',
  };
  const status = readsNewStatus ? 'adopted' : 'an error';
  const expected = { rounds, code: 'code_of_tomorrow', event: 'pet.adopted', status };
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    throw new Error(`reads ${JSON.stringify(found)}, not ${JSON.stringify(expected)}:\n${output}`);
  }
};

/** Generates a client, and has it call all operations. @throws Error with the reason if it does not */
const use = async (name: string, generator: Generator, stub: StubService) => {
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
  const { server, env, calls, getPet } = await startFilledServer(join(temporary, `${name}-data`));
  try {
    const program = join(folder, generator.file);
    mkdirSync(dirname(program), { recursive: true });
    writeFileSync(program, generator.program(calls, getPet));
    for (const command of [generator.generate, generator.compile ?? 'true']) {
      const { ok, output } = await run(command, folder);
      if (!ok) throw new Error(`${command} fails:\n${output}`);
    }
    const before = server.output().length;
    const { output } = await run(generator.walk, folder, { ...env, STUB_URL: stub.baseUrl });
    const unused = unanswered(server.output().slice(before), calls);
    if (unused.length > 0)
      throw new Error(`${unused.length} operations fail: ${unused}.\n${output}`);
    compare(generator, output);
    const left = operations.filter((each) => !calls.some(({ contract }) => contract === each));
    const note = left.map(({ operationId }) => `, without ${operationId}: add it to calls.ts`);
    console.log(`${name}: all ${calls.length} operations${note}`);
  } finally {
    await server.stop();
  }
};

const PET = { id: 1, name: 'Rex', categoryId: 1, status: 'adopted' };
const EVENT = {
  position: 1,
  createdAt: '2030-01-01T00:00:00.000Z',
  type: 'pet.adopted',
  data: PET,
};
const REFUSAL = { code: 'code_of_tomorrow', message: 'Nobody knows this code yet.', status: 400 };
const HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Request-Id': 'stub',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
};
await using stub = await startStubService(({ method, url }, response) => {
  const isRead = method === 'GET';
  const body = isRead ? [url?.includes('/events') ? EVENT : PET] : REFUSAL;
  response.writeHead(isRead ? 200 : 400, HEADERS).end(JSON.stringify(body));
});
const [, , ...chosen] = process.argv;
for (const name of chosen.length > 0 ? chosen : Object.keys(GENERATORS)) {
  try {
    const generator = GENERATORS[name];
    if (generator === undefined) throw new Error(`unknown. Known: ${Object.keys(GENERATORS)}`);
    await use(name, generator, stub);
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}

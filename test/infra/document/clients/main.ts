import { execFile } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { operations } from '../../../../functions/operations.ts';
import type { Contract } from '../../../../lib/http/contract.ts';
import { createAccount, HIGHEST, limitDemo } from '../../../support/local-accounts.ts';
import { startLocalServer } from '../../../support/local-server.ts';
import { startStubService } from '../../../support/stub-service.ts';
import { ownTemporaryFolder } from '../../../support/temporary-folder.ts';
import { type Call, GENERATORS, type Generator } from './generators.ts';

/** Generates a client in each language, and has it use a local server. */

const DOCUMENT = join(import.meta.dirname, '../../../../infra/docs/openapi/openapi.json');

const temporary = ownTemporaryFolder();

/** Ends what hangs. */
const TIMEOUT_MS = 120_000;

/** Runs a program while the stub answers. */
const run = async ([command, ...words]: Call, cwd: string, env: NodeJS.ProcessEnv = {}) => {
  const options = { cwd, env: { ...process.env, ...env }, timeout: TIMEOUT_MS };
  await promisify(execFile)(command, words, options).catch((error: unknown) => {
    const { stdout, stderr } = Output.parse(error);
    throw new Error(`${command} ${words[0]} fails:\n${stdout}${stderr}`);
  });
};

const Output = z.object({ stdout: z.string(), stderr: z.string() });

const generate = async ({ language, tool, generate: calls, methodOf }: Generator) => {
  if (!existsSync(tool)) throw new Error(`${tool} is missing: run npm run tools -- document once.`);
  const folder = join(temporary, language);
  cpSync(join(import.meta.dirname, language), folder, { recursive: true });
  for (const call of calls(DOCUMENT)) await run(call, folder);
  const files = readdirSync(join(folder, 'petstore'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const code = files.flatMap((file) => [file, readFileSync(file, 'utf8')]).join('\n');
  const missing = operations.filter(({ operationId }) => !methodOf(operationId).test(code));
  if (missing.length > 0) {
    const names = missing.map(({ operationId }) => operationId).join(', ');
    throw new Error(`The ${language} client has no method for ${names}.`);
  }
  return folder;
};

/** The operations that the server did not answer with success, by the lines of its log. */
const unanswered = (log: string): readonly string[] =>
  operations
    .filter(({ method, path }: Contract) => {
      const form = path.replace(/\{\w+\}/g, '[\\w-]+');
      return !new RegExp(` 20\\d ${method} /v1${form}(?:\\?\\S*)? `).test(log);
    })
    .map(({ operationId }) => operationId);

const dataDir = join(temporary, 'data');
const server = await startLocalServer({ dataDir });
await using stub = await startStubService((_request, response) => {
  const error = { code: 'code_of_tomorrow', message: 'Nobody knows this code yet.', status: 400 };
  response.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify(error));
});
try {
  await limitDemo(dataDir, HIGHEST);
  const env = {
    BASE_URL: server.baseUrl,
    QUICKSTART_URL: server.quickstartUrl,
    API_KEY: server.apiKey,
    CUSTOMER_KEY: (await createAccount(dataDir, 'Customer')).apiKey,
    STUB_URL: stub.baseUrl,
  };
  for (const generator of GENERATORS) {
    const before = server.output().length;
    const folder = await generate(generator);
    for (const call of generator.walk) await run(call, folder, env);
    const unused = unanswered(server.output().slice(before));
    if (unused.length > 0) throw new Error(`${generator.language} does not use ${unused}.`);
    console.log(`${generator.language}: all ${operations.length} operations answered it.`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await server.stop();
}

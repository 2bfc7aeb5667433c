import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { generateApiKey } from '../../lib/accounts/api-key.ts';
import { call } from '../support/client.ts';
import { attachDebugger } from '../support/inspector.ts';
import { endLocalServers, type LocalServer, startLocalServer } from '../support/local-server.ts';
import { copyProject } from '../support/project-copy.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const ROOT = join(import.meta.dirname, '../..');
const HANDLER = 'functions/get-pet/handler.ts';
const CONTRACT = 'functions/get-pet/contract.ts';
const STORE = 'functions/get-pet/store.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let root: string;
let server: LocalServer;
let launch: Launch;

beforeAll(async () => {
  folder = await temporaryFolder();
  root = join(folder.path, 'project');
  await copyProject(root);
  launch = await readLaunch();
  server = await startWithInspector();
  await call('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 1n } }, server);
}, 180_000);
const startWithInspector = () =>
  startLocalServer({
    root,
    // Where it is without the option.
    dataDir: join(root, '.local'),
    runtime: launch.runtimeExecutable,
    program: launch.program,
    options: launch.args,
    node: ['--inspect=0'],
  });
afterAll(async () => {
  endLocalServers();
  await folder.remove();
});

/** The files that a test has changed, as they were. */
const changed = new Map<string, string>();

const edit = async (path: string, from: string, to: string): Promise<void> => {
  const text = await readFile(join(root, path), 'utf8');
  if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
  if (!changed.has(path)) changed.set(path, text);
  await writeFile(join(root, path), text.replace(from, to));
};

/** Works, waits for a line of the server about it, and gives all that it printed meanwhile. */
const lineAfter = async (line: RegExp, work: () => Promise<unknown>): Promise<string> => {
  const { length } = server.output();
  const printed = () => server.output().slice(length);
  await work();
  await until(() => line.test(printed()));
  return printed();
};

const TAKEN_IN = /^Taken in after \d+ ms: /m;

afterEach(async () => {
  if (changed.size === 0) return;
  const paths = [...changed.keys()];
  const { length } = server.output();
  for (const [path, text] of changed) await writeFile(join(root, path), text);
  changed.clear();
  // It may take them in one by one.
  await until(() => {
    const taken =
      server
        .output()
        .slice(length)
        .match(/^Taken in after .+$/gm) ?? [];
    return paths.every((path) => taken.some((line) => line.includes(path)));
  });
  expect((await get('/pets/1')).text).toContain('"Rex"');
});

/** How VS Code starts it. */
interface Launch {
  readonly runtimeExecutable: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly resolveSourceMapLocations: readonly string[];
}

const readLaunch = async (): Promise<Launch> => {
  const text = await readFile(join(ROOT, '.vscode/launch.json'), 'utf8');
  const { configurations } = JSON.parse(text.replace(/\$\{workspaceFolder\}/g, () => root));
  return configurations.find(({ name }: { name: string }) => name === 'npm run dev');
};

/** Sets a breakpoint where the handler reads the pet, and sends a request that stops there. */
const stopRequest = async () => {
  const lines = (await readFile(join(root, HANDLER), 'utf8')).split('\n');
  const line = lines.findIndex((text) => text.includes('await get(petId)')) + 1;
  const [url = ''] = /ws:\S+/.exec(server.output()) ?? [];
  const editor = await attachDebugger(url, { file: HANDLER, line });
  const answer = get('/pets/1').catch(() => undefined);
  const stop = await editor.stop();
  return { editor, answer, line, stop };
};

const expectStop = async (): Promise<void> => {
  const { editor, answer, line, stop } = await stopRequest();
  expect(stop).toMatchObject({ file: HANDLER, line });
  // VS Code reads no other maps.
  const [place = ''] = launch.resolveSourceMapLocations;
  expect(stop.script).toContain(pathToFileURL(place.replace('**', '')).href);
  stop.resume();
  expect((await answer)?.status).toBe(200);
  await editor.close();
};

const get = (path: string) => call(path, {}, server);

test('stops at a breakpoint in a handler, as .vscode/launch.json starts it', expectStop);

test('stops at a breakpoint in a handler that has changed', async () => {
  await lineAfter(TAKEN_IN, () => edit(HANDLER, 'const pet =', '// Moved.\n      const pet ='));
  await expectStop();
});

test('takes a changed handler in, keeps data and key, and says so in a line', async () => {
  const output = await lineAfter(TAKEN_IN, () =>
    edit(HANDLER, 'body: toPet(pet)', "body: { ...toPet(pet), name: 'Changed ' + pet.name }"),
  );
  expect(output).toMatch(/^Taken in after \d+ ms: functions\/get-pet\/handler\.ts \(getPet\)$/m);
  expect((await get('/pets/1')).text).toContain('Changed Rex');
});

test('takes a changed store in', async () => {
  await lineAfter(TAKEN_IN, () => edit(STORE, 'petKey(id)', 'petKey(id - 1n)'));
  expect((await get('/pets/2')).text).toContain('Rex');
});

test('takes in what replaces a file, as many editors save it, each time', async () => {
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) {
    const text = await readFile(join(ROOT, HANDLER), 'utf8');
    changed.set(HANDLER, text);
    const saved = join(folder.path, 'saved.ts');
    await writeFile(
      saved,
      text.replace('body: toPet(pet)', `body: { ...toPet(pet), name: '${name} ' + pet.name }`),
    );
    await lineAfter(TAKEN_IN, () => rename(saved, join(root, HANDLER)));
    expect((await get('/pets/1')).text).toContain(`${name} Rex`);
  }
});

test('takes in what is saved in a folder that was made again while a change was taken in', async () => {
  const own = join(root, 'functions/get-pet');
  const kept = join(folder.path, 'kept');
  await lineAfter(TAKEN_IN, async () => {
    await edit(CONTRACT, "summary: '", "summary: 'Then: ");
    await setTimeout(100);
    await cp(own, kept, { recursive: true });
    await rm(own, { recursive: true });
    await cp(kept, own, { recursive: true });
  });
  const answerAfter = async (name: string) => {
    const text = await readFile(join(ROOT, HANDLER), 'utf8');
    changed.set(HANDLER, text);
    await writeFile(
      join(root, HANDLER),
      text.replace('body: toPet(pet)', `body: { ...toPet(pet), name: '${name} ' + pet.name }`),
    );
    await until(async () => (await get('/pets/1')).text.includes(`${name} Rex`));
  };
  await answerAfter('Again');
  // Nothing is left to take in by now: only what watches the new folder can notice this.
  await setTimeout(500);
  await answerAfter('Anew');
});

test('takes a changed contract in: route and reference', async () => {
  await lineAfter(TAKEN_IN, () =>
    edit(CONTRACT, "path: '/pets/{petId}'", "path: '/animals/{petId}'"),
  );
  expect((await get('/animals/1')).status).toBe(200);
  expect((await get('/pets/1')).status).toBe(405);
  const document = await fetch(new URL('/openapi.json', server.baseUrl));
  expect(await document.text()).toContain('"/animals/{petId}"');
});

test('says where a change does not compile, and goes on with the old code', async () => {
  const output = await lineAfter(/^Not taken in/m, () =>
    edit(HANDLER, 'const pet = await', 'const pet == await'),
  );
  expect(output.trim()).toMatch(
    /^Not taken in, the old code goes on: functions\/get-pet\/handler\.ts:14:17: .+$/m,
  );
  expect((await get('/pets/1')).status).toBe(200);
});

test('says where a contract cannot be synthesized, and goes on with the old code', async () => {
  const output = await lineAfter(/^Not taken in/m, () =>
    edit(
      CONTRACT,
      "api: 'pets',",
      "api: 'pets', ...(() => { throw new Error('Not valid:\\n  not yet'); })(),",
    ),
  );
  expect(output.trim()).toMatch(
    /^Not taken in, the old code goes on: functions\/get-pet\/contract\.ts:\d+:\d+: Not valid: not yet$/m,
  );
  expect((await get('/pets/1')).status).toBe(200);
});

test('takes a new operation in, and its removal', async () => {
  const registry = 'functions/index.ts';
  const own = join(root, 'functions', 'say-hello');
  await lineAfter(/Taken in .*sayHello/, async () => {
    await mkdir(own);
    await writeFile(join(own, 'contract.ts'), SAY_HELLO);
    await writeFile(
      join(own, 'handler.ts'),
      `import { operation } from '../../lib/http/operation.ts';
       import { sayHello } from './contract.ts';
       export const open = () => operation(sayHello, async () => ({ body: { text: 'hello' } }));`,
    );
    await edit(
      registry,
      'export { updatePet',
      "export { sayHello } from './say-hello/contract.ts';\nexport { updatePet",
    );
  });
  expect((await get('/hello')).text).toBe('{"text":"hello"}');
  await lineAfter(TAKEN_IN, async () => {
    await writeFile(join(root, registry), changed.get(registry) ?? '');
    await rm(own, { recursive: true });
    changed.clear();
  });
  expect((await get('/hello')).status).toBe(404);
});

test('names the line of the source in the stack of an error', async () => {
  await lineAfter(TAKEN_IN, () =>
    edit(HANDLER, 'await get(petId);', 'await get(petId);\nObject(pet).x.y();'),
  );
  const output = await lineAfter(/TypeError/, () => get('/pets/1'));
  expect(output).toMatch(/TypeError: .*at functions\/get-pet\/handler\.ts:15:\d+/);
  expect(output).not.toContain('index.mjs');
});

test('prints no stack for a 401', async () => {
  const other = generateApiKey('pet_test_');
  const output = await lineAfter(/ 401 GET /, () => call('/pets', { key: other }, server));
  expect(output).toMatch(/Invoke Error Unauthorized/);
  expect(output).not.toContain('index.mjs');
});

test('ends on Ctrl-C with exit status 0', async () => {
  expect(await server.stop('SIGINT')).toBe(0);
});

test('ends on Ctrl-C, too, while a function stands where a debugger has left it', async () => {
  server = await startWithInspector();
  const { editor } = await stopRequest();
  // Its code is replaced meanwhile.
  await lineAfter(TAKEN_IN, () => edit(HANDLER, 'const pet =', '// Moved.\n      const pet ='));
  await editor.detach();
  expect(await server.stop('SIGINT')).toBe('SIGKILL');
  await until(() => server.output().includes('The server does not end, so it is killed'));
  changed.clear();
});

const SAY_HELLO = `
  import * as z from 'zod/mini';
  import { contract } from '../../lib/http/contract.ts';
  export const sayHello = contract({
    operationId: 'sayHello',
    api: 'pets',
    tag: 'Pets',
    method: 'GET',
    path: '/hello',
    stability: 'beta',
    summary: 'Say hello',
    description: 'It says hello.',
    request: {},
    success: { status: 200, body: z.object({ text: z.string() }) },
    examples: { hello: { summary: 'Hello', answer: { text: 'hello' } } },
    errors: [],
    access: [],
  });
`;

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { operations } from '../../functions/operations.ts';
import { freePort } from '../../infra/local/dynamodb/engine-process.ts';

/**
 * A program: imports the OpenAPI document into other tools. Postman must take every operation, and the
 * mock that Prism makes of the document must answer every example of the contracts as they say.
 */

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENT = join(ROOT, 'infra/docs/openapi/openapi.json');
const require = createRequire(import.meta.url);

if (!existsSync(join(import.meta.dirname, 'node_modules'))) {
  console.error('The tools are missing. Fetch them once: npm run tools -- imports');
  process.exit(1);
}

interface Conversion {
  readonly result: boolean;
  readonly reason?: string;
  readonly output?: readonly { readonly data: { readonly item: readonly PostmanItem[] } }[];
}

interface PostmanItem {
  readonly request?: unknown;
  readonly item?: readonly PostmanItem[];
}

const countRequests = (items: readonly PostmanItem[] = []): number =>
  items.reduce((sum, { request, item }) => sum + (request ? 1 : countRequests(item)), 0);

const importIntoPostman = async (): Promise<boolean> => {
  const data = readFileSync(DOCUMENT, 'utf8');
  const { result, reason, output } = await new Promise<Conversion>((resolve, reject) => {
    require('openapi-to-postmanv2').convertV2(
      { type: 'string', data },
      {},
      (error: Error | null, conversion: Conversion) =>
        error ? reject(error) : resolve(conversion),
    );
  });
  const requests = countRequests(output?.[0]?.data.item);
  console.log(`Postman: ${result ? `${requests} requests` : reason}`);
  return result && requests === operations.length;
};

const mockByPrism = async (): Promise<boolean> => {
  const port = await freePort();
  const prism = join(import.meta.dirname, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const mock = spawn(process.execPath, [prism, 'mock', '--port', String(port), DOCUMENT]);
  try {
    for await (const line of createInterface({ input: mock.stdout })) {
      if (line.includes('is listening')) break;
    }
    // What it prints later is not read, and must not stop it.
    mock.stdout.resume();
    return (
      spawnSync(
        'npm',
        [
          'run',
          '-s',
          'jest',
          '--',
          '--selectProjects',
          'e2e',
          '--testPathPatterns',
          'e2e/examples',
        ],
        {
          cwd: ROOT,
          stdio: 'inherit',
          env: {
            ...process.env,
            MOCK: 'prism',
            BASE_URL: `http://127.0.0.1:${port}`,
            QUICKSTART_URL: `http://127.0.0.1:${port}`,
            API_KEY: 'pet_test_mock',
            READ_ONLY_API_KEY: 'pet_test_mock',
          },
        },
      ).status === 0
    );
  } finally {
    mock.kill();
    await once(mock, 'close');
  }
};

const outcomes = [await importIntoPostman(), await mockByPrism()];
process.exitCode = outcomes.every(Boolean) ? 0 : 1;

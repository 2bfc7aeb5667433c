import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Pet } from '../../../lib/pets/pet.ts';
import { call } from '../../support/client.ts';
import { endLocalServers, startLocalServer, startUnattended } from '../../support/local-server.ts';
import { familyOf, processesWith, running } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

const ROOT = join(import.meta.dirname, '../../..');

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let dataDir: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  dataDir = join(folder.path, 'data');
});
afterEach(() => folder.remove());
afterAll(endLocalServers);

describe('a start', () => {
  test.each(['SIGKILL', 'SIGINT'] as const)(
    'that ends by %s before it has begun to serve leaves nothing running',
    async (signal) => {
      const server = startUnattended({ dataDir });
      // The engine's file is there as soon as the engine runs.
      await until(() => existsSync(join(dataDir, 'dynamodb.sqlite')));
      const family = familyOf(server.pid);
      server.kill(signal);
      await until(() => running(family).length === 0);
      await until(() => processesWith(dataDir).length === 0);
      expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    },
  );

  test.each(['SIGKILL', 'SIGINT'] as const)(
    'after %s in the middle of creates finds everything that was answered with 201, once',
    async (signal) => {
      const first = await startLocalServer({ dataDir });
      const answered: Pet[] = [];
      const create = async (worker: number): Promise<void> => {
        for (let count = 0; ; count += 1) {
          const body = { name: `Pet ${worker}-${count}`, categoryId: 1n };
          const answer = await call('/pets', { method: 'POST', body }, first);
          if (answer.status === 201) answered.push(answer.body as Pet);
        }
      };
      const workers = Array.from({ length: 8 }, (_, worker) => create(worker).catch(() => {}));
      while (answered.length < 100 && first.isRunning()) await setTimeout(20);
      const asked = Date.now();
      const status = await first.stop(signal);
      expect(status).toBe(signal === 'SIGKILL' ? 'SIGKILL' : 0);
      expect(Date.now() - asked).toBeLessThan(10_000);
      await Promise.all(workers);
      expect(answered.length).toBeGreaterThanOrEqual(100);

      const second = await startLocalServer({ dataDir });
      expect(second.apiKey).toBe(first.apiKey);
      const found: Pet[] = [];
      let next: string | undefined = '/pets?limit=100';
      while (next !== undefined) {
        const page = await call(next, {}, second);
        found.push(...(page.body as Pet[]));
        next = /<([^>]+)>; rel="next"/.exec(page.headers.get('Link') ?? '')?.[1];
      }
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
      expect(found).toEqual(expect.arrayContaining(answered));
      await second.stop();
    },
  );
});

// Supervisors and CI end npm alone, not its process group as a terminal does.
describe.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
  'npm start, ended by %s',
  (signal) => {
    test('leaves no process, and frees its port and folder', async () => {
      const npm = spawn('npm', ['start', '--', '--port', '0', '--data-dir', dataDir], {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let output = '';
      npm.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
      await until(() => output.includes('Ctrl-C'));
      const family = familyOf(npm.pid);
      // npm, the server, the engine and its host; some shells stay, too.
      expect(family.length).toBeGreaterThanOrEqual(4);
      try {
        npm.kill(signal);
        await until(() => running(family).length === 0);
      } finally {
        for (const pid of running(family)) process.kill(pid, 'SIGKILL');
      }
      expect(processesWith(dataDir)).toEqual([]);
      const next = await startLocalServer({ dataDir });
      expect(await next.stop()).toBe(0);
    });
  },
);

test.each(['host', 'engine'] as const)(
  'a server whose %s is stopped ends at SIGTERM all the same, and leaves nothing running',
  async (stopped) => {
    const server = await startLocalServer({ dataDir });
    const family = familyOf(server.pid);
    const [, host = 0, engine = 0] = family;
    process.kill(stopped === 'host' ? host : engine, 'SIGSTOP');
    try {
      const asked = Date.now();
      expect(await server.stop('SIGTERM')).toBe(0);
      expect(Date.now() - asked).toBeLessThan(10_000);
      await until(() => running(family).length === 0);
    } finally {
      for (const pid of running(family)) process.kill(pid, 'SIGKILL');
    }
  },
);

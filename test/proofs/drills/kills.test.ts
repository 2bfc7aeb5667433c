import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { endLocalServers, startLocalServer, startUnattended } from '../../support/local-server.ts';
import { familyOf, processesWith, running } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

const ROOT = join(import.meta.dirname, '../../..');

let dataDir: string;

beforeEach(async () => {
  dataDir = join(temporaryFolder(), 'data');
});
afterAll(endLocalServers);

/** Expects processes to end by themselves, and ends those that do not. */
const expectEnded = async (family: readonly number[]): Promise<void> => {
  try {
    await until(() => running(family).length === 0);
  } finally {
    for (const pid of running(family)) process.kill(pid, 'SIGKILL');
  }
};

test.each(['SIGKILL', 'SIGINT'] as const)(
  'a start that ends by %s before it has begun to serve leaves nothing running',
  async (signal) => {
    const server = startUnattended({ dataDir });
    // The engine's file is there as soon as the engine runs.
    await until(() => existsSync(join(dataDir, 'dynamodb.sqlite')));
    const family = familyOf(server.pid);
    server.kill(signal);
    await expectEnded(family);
    await until(() => processesWith(dataDir).length === 0);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  },
);

// Supervisors and CI end npm alone, not its process group as a terminal does.
test.each([
  ['start', 'SIGTERM'],
  ['start', 'SIGKILL'],
  ['dev', 'SIGKILL'],
] as const)(
  'npm run %s, ended by %s, leaves no process, and frees its port and folder',
  async (script, signal) => {
    const npm = spawn('npm', ['run', script, '--', '--port', '0', '--data-dir', dataDir], {
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
    npm.kill(signal);
    await expectEnded(family);
    expect(processesWith(dataDir)).toEqual([]);
    const next = await startLocalServer({ dataDir });
    expect(await next.stop()).toBe(0);
  },
);

test('a server whose engine is stopped ends at SIGTERM within 10 s, and leaves nothing running', async () => {
  const server = await startLocalServer({ dataDir });
  const family = familyOf(server.pid);
  const [, , engine = 0] = family;
  process.kill(engine, 'SIGSTOP');
  const asked = Date.now();
  try {
    expect(await server.stop('SIGTERM')).toBe(0);
    expect(Date.now() - asked).toBeLessThan(10_000);
  } finally {
    await expectEnded(family);
  }
});

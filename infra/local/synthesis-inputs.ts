import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const SOURCES = ['functions', 'infra', 'lib'];
const FILES = ['cdk.json', 'package.json', 'package-lock.json', 'tsconfig.json'];
/** What npm has installed, which may be older than the lockfile. */
const INSTALLED = 'node_modules/.package-lock.json';

/**
 * A hash of all inputs of synthesis: sources, dependencies, CDK settings in the environment, Node's
 * version, and the day, as the stack warns before an operation is removed.
 */
export const hashSynthesisInputs = async (
  root: string,
  env: NodeJS.ProcessEnv = process.env,
  now: Date = new Date(),
): Promise<string> => {
  const listed = SOURCES.map(async (folder) => {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
  });
  const paths = [...(await Promise.all(listed)).flat(), ...FILES.map((name) => join(root, name))];
  const contents = await Promise.all(
    paths.sort().map(async (path) => [path, await readFile(path)] as const),
  );
  const hash = createHash('sha256');
  const settings = Object.entries(env).filter(([name]) => name.startsWith('CDK_'));
  hash.update(JSON.stringify([process.version, now.toISOString().slice(0, 10), settings.sort()]));
  hash.update(await readFile(join(root, INSTALLED)).catch(() => 'not by npm'));
  for (const [path, content] of contents)
    hash.update(`\n${path}\n${content.length}\n`).update(content);
  return hash.digest('hex');
};

import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '../../infra/openapi/generate/generated-files.ts';

/** Arrows from a file or folder to those that it imports from. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g;

const sources = globSync('{functions,lib,infra,packages,test,tools}/**/*.ts', {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
});
const files = sources.filter((file) => !/^(?:test|tools)\/|^packages\/[\w-]+\/test\//.test(file));

/** The files that one imports, relative to the project; a package by its name. */
const importsOf = (file: string): string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)].map(([, path = '']) =>
    path.startsWith('.') ? normalize(join(dirname(file), path)) : path,
  );

const graphOf = (nameOf: (file: string) => string): Graph => {
  const graph = new Map<string, Set<string>>();
  for (const file of files) {
    const from = nameOf(file);
    const arrows = graph.get(from) ?? new Set();
    const own = importsOf(file).filter((to) => sources.includes(to));
    for (const to of own.map(nameOf)) if (to !== from) arrows.add(to);
    graph.set(from, arrows);
  }
  return graph;
};

/** `functions` is a room, and each folder in `lib`, `infra` and `packages`. */
const roomOf = (file: string): string => {
  const [top = '', folder = ''] = file.split('/');
  return ['infra', 'lib', 'packages'].includes(top) ? `${top}/${folder}` : top;
};

/** The first way that leads back to where it began, if there is one. */
const circleIn = (graph: Graph): readonly string[] | undefined => {
  const done = new Set<string>();
  const search = (name: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (done.has(name)) return undefined;
    for (const next of graph.get(name) ?? []) {
      const circle = search(next, [...way, name]);
      if (circle) return circle;
    }
    done.add(name);
    return undefined;
  };
  for (const name of graph.keys()) {
    const circle = search(name, []);
    if (circle) return circle;
  }
  return undefined;
};

test('no file imports itself by way of others', () => {
  expect(circleIn(graphOf((file) => file))).toBeUndefined();
});

test('no room imports from itself by way of others', () => {
  const rooms = graphOf(roomOf);
  const arrows = [...rooms.values()].reduce((sum, { size }) => sum + size, 0);
  console.info(`${rooms.size} rooms, ${arrows} arrows`);
  expect(circleIn(rooms)).toBeUndefined();
});

test('lib imports from neither functions nor infra, and functions not from infra', () => {
  const wrong = files
    .flatMap((file) => importsOf(file).map((to) => `${file} → ${to}`))
    .filter((arrow) => /^lib\/.*→ (?:functions|infra)\/|^functions\/.*→ infra\//.test(arrow));
  expect(wrong).toEqual([]);
});

const packageOf = (file: string): string | undefined => /^packages\/[\w-]+\//.exec(file)?.[0];

test('a package imports nothing of the project outside its folder', () => {
  const wrong = sources
    .filter((file) => packageOf(file) !== undefined)
    .flatMap((file) =>
      importsOf(file)
        .filter((to) => sources.includes(to) && packageOf(to) !== packageOf(file))
        .map((to) => `${file} → ${to}`),
    );
  expect(wrong).toEqual([]);
});

test('no file of the product imports, starts or names a test or a tool', () => {
  const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
  expect(files.filter((file) => /\b(?:test|tools)\/|--selectProjects/.test(text(file)))).toEqual(
    [],
  );
});

import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import GithubSlugger from 'github-slugger';
import { Lexer, type Token, walkTokens } from 'marked';
import * as z from 'zod';
import { ROOT } from '../../infra/openapi/generate/generated-files.ts';

const text = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const files = (...patterns: string[]): string[] =>
  globSync(patterns, {
    cwd: ROOT,
    exclude: (path) => /(^|\/)(node_modules|dist|\.tools|\.local)$/.test(path),
  }).filter((path) => /\.\w+$|^\.ci\//.test(path));

const pages = files('*.md', '{docs,functions,infra,lib,packages,test}/**/*.md');
const sources = files('{docs,functions,infra,lib,packages,test}/**/*.{ts,js}', '*.js');
const scripts = files('.ci/*', '.github/workflows/*.yml', 'package.json', 'test/*/*/package.json');
const all = [...pages, ...sources, ...scripts];

const examples = readdirSync(join(ROOT, 'docs/examples'));
/** Folders that are there when one copied an example of CONTRIBUTING. */
const exampleFolders = examples.map((name) => `functions/${name}`);
const isCopied = exampleFolders.some((folder) => existsSync(join(ROOT, folder)));

(isCopied ? test.skip : test).each(examples)('the edits of the example %s fit', (name) => {
  const words = ['apply', '--check', `docs/examples/${name}/edits.patch`];
  const { status, stderr } = spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' });
  const change = 'Your lines meet theirs: change the lines around theirs in the patch.';
  expect(status === 0 ? '' : `${change}\n${stderr}`).toBe('');
});

/** Where files name something, by its name. */
const named = (paths: readonly string[], pattern: RegExp) =>
  paths.flatMap((path) => [...text(path).matchAll(pattern)].map((match) => ({ path, match })));

const Package = z.object({ scripts: z.record(z.string(), z.string()).default({}) });

test('every npm script that is named exists', () => {
  const pattern = /\bnpm run ((?:(?:-s|--silent|--prefix [\w/]+) )*)([a-z][\w-]*(?::[\w-]+)*)/g;
  const commands = named(all, pattern).map(
    ({ path, match: [command, options = '', script = ''] }) => {
      const folder = /--prefix (\S+)/.exec(options)?.[1] ?? '.';
      const { scripts } = Package.parse(JSON.parse(text(join(folder, 'package.json'))));
      return { path, command, exists: script in scripts };
    },
  );
  expect(commands.length).toBeGreaterThan(100);
  expect(commands.filter(({ exists }) => !exists)).toEqual([]);
});

test.each(['check', 'tools'])(
  'every name that is given to npm run %s is one that it takes',
  (command) => {
    const words = ['tools/main.ts', command, '--help'];
    const { stdout } = spawnSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8' });
    const given = named(all, new RegExp(`\\bnpm run ${command} -- ([a-z][\\w-]*)`, 'g')).map(
      ({ path, match: [, name] }) => ({ path, name }),
    );
    expect(given.length).toBeGreaterThan(5);
    expect(given.filter(({ name }) => !stdout.includes(`\n  ${name} `))).toEqual([]);
  },
);

test('no command that is given to npx, or named in .bin, has to be fetched', () => {
  const missing = named(all, /(?:\bnpx (?:--no -- )?|node_modules\/\.bin\/)([a-z][\w-]*)/g)
    .map(({ path, match: [command, name = ''] }) => ({ path, command, name }))
    .filter(({ name }) => !existsSync(join(ROOT, 'node_modules/.bin', name)));
  expect(missing).toEqual([]);
});

test('every program that a page has one type runs on the Node that npm installs', () => {
  expect(named(pages, /(?<!npx )\bnode \S+\.ts\b/g).map(({ match: [command] }) => command)).toEqual(
    [],
  );
});

test('every file and folder of the project that is named exists', () => {
  const pattern = /(?<![\w./@:=-])(?:\.ci|\.github|docs|functions|infra|lib|test)\/[\w.*/{},-]*\w/g;
  const missing = named(all, pattern)
    .map(({ path, match: [name] }) => ({ path, name }))
    // What npm installs is not there before it did.
    .filter(
      ({ name }) =>
        !exampleFolders.some((folder) => name.includes(folder)) && !name.includes('node_modules'),
    )
    .filter(({ name }) => globSync(name, { cwd: ROOT }).length === 0);
  expect(missing).toEqual([]);
});

test('every module that a page names without its folder exists', () => {
  const names = new Set(sources.map((path) => basename(path)));
  const missing = named(pages, /`([\w.-]+\.ts)`/g)
    .map(({ path, match: [, name = ''] }) => ({ path, name }))
    .filter(({ name }) => !names.has(name));
  expect(missing).toEqual([]);
});

const tokensOf = (page: string): readonly Token[] => {
  const tokens: Token[] = [];
  walkTokens(new Lexer().lex(text(page)), (token) => {
    tokens.push(token);
  });
  return tokens;
};

const anchorsOf = (page: string): ReadonlySet<string> => {
  const slugger = new GithubSlugger();
  const headings = tokensOf(page).filter(({ type }) => type === 'heading');
  return new Set(headings.map((token) => slugger.slug('text' in token ? token.text : '')));
};

test('every link of a page to another leads there', () => {
  const broken = pages.flatMap((page) =>
    tokensOf(page)
      .flatMap((token) => ('href' in token ? [String(token['href'])] : []))
      .filter((href) => !/^(\w+:|\/)/.test(href))
      // A badge is a page of GitHub next to the repository's, for a workflow that has to exist.
      .map((href) => href.replace(/^(?:\.\.\/){2}actions\/(workflows\/\w+\.yml).*/, '.github/$1'))
      .filter((href) => {
        const [path = '', anchor] = href.split('#');
        const target = path === '' ? page : join(dirname(page), path);
        if (!existsSync(join(ROOT, target))) return true;
        return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor);
      })
      .map((href) => ({ page, href })),
  );
  expect(broken).toEqual([]);
});

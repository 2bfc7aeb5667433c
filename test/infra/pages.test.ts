import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import GithubSlugger from 'github-slugger';
import { Lexer, type Token, walkTokens } from 'marked';
import { tableDefinition, tableNames } from '../../lib/storage/tables.ts';

const ROOT = join(import.meta.dirname, '../..');

const text = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const tokensOf = (page: string): readonly Token[] => {
  const tokens: Token[] = [];
  walkTokens(new Lexer().lex(text(page)), (token) => {
    tokens.push(token);
  });
  return tokens;
};

const anchorsOf = (page: string): readonly string[] => {
  const slugger = new GithubSlugger();
  return tokensOf(page).flatMap((token) =>
    token.type === 'heading' ? slugger.slug(token['text']) : [],
  );
};

const leadsNowhere = (page: string, href: string): boolean => {
  const [path = '', anchor] = href.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, target))) return true;
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
};

test('every link of a page to another leads there', () => {
  const pages = globSync(['*.md', '{docs,packages}/**/*.md'], {
    cwd: ROOT,
    exclude: ['**/node_modules/**'],
  });
  const broken = pages.flatMap((page) =>
    tokensOf(page)
      .flatMap((token) => ('href' in token ? String(token['href']) : []))
      // A badge is a page of GitHub, next to the repository's.
      .filter((href) => !/^(\w+:|\/|\.\.\/\.\.\/actions\/)/.test(href) && leadsNowhere(page, href))
      .map((href) => ({ page, href })),
  );
  expect(broken).toEqual([]);
});

const examples = readdirSync(join(ROOT, 'docs/examples'));
test.each(examples)('the edits of the example %s fit, or are made where it was copied', (name) => {
  // As CONTRIBUTING says.
  const isCopied = existsSync(join(ROOT, 'functions', name));
  const patch = `docs/examples/${name}/edits.patch`;
  const words = ['apply', '--check', ...(isCopied ? ['--reverse'] : []), patch];
  const { status, stderr } = spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' });
  const change = 'Your lines meet theirs: change the lines around theirs in the patch.';
  expect(status === 0 ? '' : `${change}\n${stderr}`).toBe('');
});

test('the picture of the data model has every table and index with its key, and no other', () => {
  const picture = /^erDiagram\n(.*?)^```$/ms.exec(text('docs/architecture.md'))?.[1] ?? '';
  const drawn = [...picture.matchAll(/^ {2}(\w+) \{\n(.*?)^ {2}\}$/gms)].map(
    ([, name = '', body = '']) => [name, body.match(/[SN] \w+(?= PK)/g)],
  );
  const stated = tableNames().flatMap((name) => {
    const { key, indexes = {} } = tableDefinition(name);
    const all = [
      [name, key] as const,
      ...Object.entries(indexes).map(([index, of]) => [`${name}_${index}`, of] as const),
    ];
    return all.map(([of, keys]) => [
      of,
      Object.entries(keys).map(([member, type]) => `${type} ${member}`),
    ]);
  });
  expect(Object.fromEntries(drawn)).toEqual(Object.fromEntries(stated));
});

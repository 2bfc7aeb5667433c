import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import GithubSlugger from 'github-slugger';
import { Lexer, type Token, walkTokens } from 'marked';
import { cancelOrder } from '../../functions/cancel-order/contract.ts';
import { listOrders } from '../../functions/list-orders/contract.ts';
import { ERRORS } from '../../lib/errors/errors.ts';
import type { Contract } from '../../lib/http/contract.ts';
import { OrderStatus } from '../../lib/orders/order.ts';
import { PetStatus } from '../../lib/pets/pet.ts';
import { tableDefinition, tableNames } from '../../lib/storage/tables.ts';
import { WebhookStatus } from '../../lib/webhooks/webhook.ts';
import { fileText, ROOT } from '../support/project.ts';

const tokensOf = (page: string): readonly Token[] => {
  const tokens: Token[] = [];
  walkTokens(new Lexer().lex(fileText(page)), (token) => {
    tokens.push(token);
  });
  return tokens;
};

const files = globSync(['*.md', '{docs,packages}/**/*.md'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
});
const pages = new Map(files.map((page) => [page, tokensOf(page)]));

const anchorsOf = (page: string): readonly string[] => {
  const slugger = new GithubSlugger();
  return (pages.get(page) ?? []).flatMap((token) =>
    token.type === 'heading' ? slugger.slug(token['text']) : [],
  );
};

const leadsNowhere = (page: string, href: string): boolean => {
  const [path = '', anchor] = href.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, target))) return true;
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
};

test('a command of a page that runs TypeScript takes the Node that npm installs: others may not run it', () => {
  const commands = [...pages.values()]
    .flat()
    .flatMap((token) =>
      'text' in token && /^code/.test(token.type) ? String(token['text']).split('\n') : [],
    );
  const started = commands.filter((each) => /\bnode\b[^|;&]*\.m?ts\b/.test(each));
  expect(started.length).toBeGreaterThan(0);
  expect(started.filter((each) => !/\bnpx node\b/.test(each))).toEqual([]);
});

test('every link of a page to another leads there', () => {
  const broken = [...pages].flatMap(([page, tokens]) =>
    tokens
      .flatMap((token) => ('href' in token ? String(token['href']) : []))
      // A badge is a page of GitHub, next to the repository's.
      .filter((href) => !/^(\w+:|\/|\.\.\/\.\.\/actions\/)/.test(href) && leadsNowhere(page, href))
      .map((href) => ({ page, href })),
  );
  expect(broken).toEqual([]);
});

test.each(globSync('docs/examples/*/*.patch', { cwd: ROOT }))('%s fits, or is applied', (patch) => {
  const check = (...words: string[]) =>
    spawnSync('git', ['apply', '--check', ...words, patch], { cwd: ROOT, encoding: 'utf8' });
  const { status, stderr } = check();
  const change = `Your lines meet theirs. Commit yours, git apply --reject ${patch}, do what its .rej files say, and remove them. Then git add -A && git diff --cached > ../new.patch && git reset --hard && mv ../new.patch ${patch}, and try it: npm run check -- examples`;
  const fits = status === 0 || check('--reverse').status === 0;
  expect(fits ? '' : `${change}\n${stderr}`).toBe('');
});

test('the picture of the data model has every table and index with its key, and no other', () => {
  const picture = /^erDiagram\n(.*?)^```$/ms.exec(fileText('docs/architecture.md'))?.[1] ?? '';
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

const quoted = (words: string): readonly string[] =>
  [...words.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);

test.each<[what: string, page: string, line: RegExp, expected: readonly string[]]>([
  ['statuses of a pet', 'api.md', /^- `status`: (.*)$/m, PetStatus.options],
  ['statuses of an order', 'orders.md', /^- An order is (.*)$/m, OrderStatus.options],
  ['statuses of a webhook', 'webhooks.md', /^- `status`: (.*)$/m, WebhookStatus.options],
])('the list of %s in %s has all, and no other', (_what, page, line, expected) => {
  const [, written = ''] = line.exec(fileText(`docs/${page}`)) ?? [];
  expect([...quoted(written)].sort()).toEqual([...expected].sort());
});

test('the picture of an order has every status of a pet, and no other', () => {
  const picture = /^stateDiagram-v2\n(.*?)^```$/ms.exec(fileText('docs/orders.md'))?.[1] ?? '';
  const drawn = [...picture.matchAll(/\w+(?= -->|:)/g)].map(([status]) => status);
  expect(new Set(drawn)).toEqual(new Set(PetStatus.options));
});

test('the page of error codes has each, with its status and headers, a reason and a fix, and no other', () => {
  const section = /^## `(\w+)`\n\n\*\*(\d+)\*\*(.*)\n\n(?:[^#*\n].*\n)+\n\*\*Fix:\*\* ./gm;
  const written = [...fileText('docs/errors.md').matchAll(section)].map(
    ([, code, status, headers = '']) => [code, Number(status), quoted(headers)],
  );
  const stated = Object.entries<{ status: number; headers?: object }>(ERRORS).map(
    ([code, { status, headers = {} }]) => [code, status, Object.keys(headers)],
  );
  expect(written).toEqual(stated);
});

test('no error lists statuses: its text would go stale', () => {
  const messages = Object.values(ERRORS).map(({ message }) => message);
  const texts = [...messages, ...fileText('docs/errors.md').split('\n\n')];
  const listed = [PetStatus, OrderStatus].flatMap(({ options }) =>
    texts.filter((each) => options.filter((status) => each.match(`\\b${status}\\b`)).length > 1),
  );
  expect(listed).toEqual([]);
});

test('the rights of account cancel-orders are those of the operations that it calls', () => {
  const [, line = ''] =
    /^- `account cancel-orders`: (.*)$/m.exec(fileText('docs/operators.md')) ?? [];
  const written = line
    .split(/(?<= on \w+), /)
    .flatMap((part) => quoted(part).map((action) => `${action} on ${/ on (\w+)/.exec(part)?.[1]}`));
  const called = [listOrders, cancelOrder].flatMap(({ access }: Contract) =>
    access.flatMap(({ table, actions }) =>
      // It lists without filters, which need no backfill.
      table === 'backfills' ? [] : actions.map((action) => `${action} on ${table}`),
    ),
  );
  expect(written.sort()).toEqual([...new Set(called)].sort());
});

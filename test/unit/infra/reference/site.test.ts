import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { operations } from '../../../../functions/operations.ts';
import { betaPages } from '../../../../infra/docs/reference/beta-pages.ts';
import type { Site } from '../../../../infra/docs/reference/site.ts';
import { staticSite } from '../../../../infra/docs/reference/static-site.ts';
import { ADDRESSES } from '../../../../infra/stacks/addresses.ts';
import { deprecationPage } from '../../../../infra/stacks/deprecation-page.ts';
import { API_KEY_PATTERN } from '../../../../lib/accounts/api-key.ts';
import { ERRORS } from '../../../../lib/errors.ts';
import type { Contract } from '../../../../lib/http/contract.ts';

const ROOT = join(import.meta.dirname, '../../../..');

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

let site: Site;
const text = (name: string): string => site.get(name)?.body.toString() ?? '';
const pages = (): string[] => [...site.keys()].filter((name) => name.endsWith('.html'));

beforeAll(async () => {
  site = await staticSite();
});

describe('the generated guides', () => {
  test('explain every error code under its own anchor', () => {
    for (const [code, { status }] of Object.entries(ERRORS)) {
      expect(text('errors.html')).toContain(`id="${code}"`);
      expect(text('errors.html').split(`id="${code}"`)[1]).toMatch(
        new RegExp(`^.*\n<p><strong>${status}</strong>`),
      );
    }
  });
});

describe('the static site', () => {
  test('has the OpenAPI document that is committed', () => {
    expect(text('openapi.json')).toBe(read('infra/docs/openapi/openapi.json'));
  });

  test('has the section that the Link header of a deprecated operation leads to', () => {
    const links = (operations as readonly Contract[]).flatMap(({ operationId, deprecation }) =>
      deprecation ? [new URL(deprecationPage(operationId))] : [],
    );
    expect(links).not.toEqual([]);
    for (const { href, pathname, hash } of links) {
      expect(href).toMatch(new RegExp(`^${ADDRESSES.documentation}`));
      expect(text(pathname.slice(1))).toContain(`id="${hash.slice(1)}"`);
    }
  });

  test('has every file and anchor that its pages link to, and loads nothing from elsewhere', () => {
    for (const page of pages()) {
      // A person may follow a link elsewhere; a page may load nothing from there.
      const html = text(page).replaceAll(/<a href="https:[^"]*"/g, '');
      const targets = [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, to = '']) => to);
      for (const to of targets.filter((target) => target !== 'data:,')) {
        const [name = '', anchor] = to.split('#');
        expect([...site.keys(), '']).toContain(name);
        if (anchor) expect(text(name || page)).toContain(`id="${anchor}"`);
      }
    }
  });

  test('holds no API key, and sends no requests', () => {
    for (const [, { body }] of site) expect(body.toString()).not.toMatch(API_KEY_PATTERN);
    for (const page of pages()) {
      expect(text(page)).toContain("connect-src 'none'");
      expect(text(page)).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    }
  });

  test('keeps an int64 of an example to the last digit', () => {
    const [, settings = '{}'] = /id="settings">(.*)<\/script>/s.exec(text('index.html')) ?? [];
    const { examples } =
      JSON.parse(settings).document.paths['/pets/{petId}'].get.responses['200'].content[
        'application/json'
      ];
    expect(examples.pet.value).toContain('"categoryId": 9007199254740993');
    expect(settings).not.toContain('9223372036854775807');
  });

  test('has a feed of the changelog: an entry for each day, which leads to its section', () => {
    const feed = text('changelog.xml');
    const days = [...read('docs/changelog.md').matchAll(/^## (\S{10})/gm)].map(([, day]) => day);
    const links = [...feed.matchAll(/<link href="[^"]*#([^"]*)"/g)].map(([, anchor]) => anchor);
    expect(days).not.toEqual([]);
    expect(links.map((anchor) => anchor?.slice(0, 10))).toEqual(days);
    for (const anchor of links) expect(text('changelog.html')).toContain(`id="${anchor}"`);
    expect(feed).toContain(`<updated>${days[0]}T00:00:00Z</updated>\n<entry>`);
    expect(text('changelog.html')).toContain('type="application/atom+xml"');
  });

  test('has a page for each beta operation, with its examples as calls', () => {
    const [createPet] = operations.filter(({ operationId }) => operationId === 'createPet');
    if (createPet === undefined) throw new Error('createPet is missing');
    const page = betaPages([{ ...createPet, stability: 'beta' }]).get('beta-createPet') ?? '';
    expect(page).toContain('`POST /pets`');
    expect(page).toContain(`-d '{"name":"Rex","categoryId":1,"status":"pending"}'`);
    for (const { operationId, stability } of operations as readonly Contract[]) {
      expect(site.has(`beta-${operationId}.html`)).toBe(stability === 'beta');
    }
  });
});

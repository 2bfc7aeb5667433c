import { expect, test } from '@jest/globals';
import { operations } from '../../../functions/operations.ts';
import { openApiDocument } from '../../../infra/openapi/document/document.ts';
import { SERVERS } from '../../../infra/openapi/document/servers.ts';
import { referencePage } from '../../../infra/openapi/reference/page.ts';
import { buildSite } from '../../../infra/openapi/reference/site.ts';
import { usedStyles } from '../../../infra/openapi/reference/used-styles.ts';

const settingsIn = (html: string): string =>
  /id="settings">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}';

test('the reference keeps an int64 of an example to the last digit', () => {
  const document = openApiDocument(operations, SERVERS);
  const settings = settingsIn(referencePage({ document, apiKey: 'pet_test_x', navigation: [] }));
  const { examples } =
    JSON.parse(settings).document.paths['/pets/{petId}'].get.responses['200'].content[
      'application/json'
    ];
  expect(examples.pet.value).toContain('"categoryId": 9007199254740993');
  expect(settings).not.toContain('9223372036854775807');
});

test('no text of the document ends the element that holds it', () => {
  const document = { info: { title: '</script><script>alert(1)</script>' } };
  const settings = settingsIn(referencePage({ document, apiKey: '', navigation: [] }));
  expect(JSON.parse(settings).document).toEqual(document);
});

test('the whole page is at most half a megabyte of gzip', async () => {
  const openApi = openApiDocument(operations, SERVERS);
  const site = await buildSite({
    reference: { document: openApi, apiKey: 'pet_test_x', navigation: [] },
    openApi,
  });
  const loaded = [...site].filter(([name]) => name !== 'openapi.json');
  const bytes = loaded.reduce((sum, [, { encoded }]) => sum + encoded.gzip.length, 0);
  expect(bytes).toBeLessThan(500_000);
});

test('styles stay for each class that a script names, in whole or by its beginning', () => {
  const kept =
    '.ui .row,.x{a:b}.row-get{a:b}.row__get{a:b}a:hover{a:b}@media (min-width: 1px){.ui{a:b}}@keyframes k{to{a:b}}';
  const unused = '.pa0{a:b}.ui .pa0{a:b}@media (min-width: 1px){.pa0-m{a:b}}';
  const scripts = 'f("ui row row-" + method, "row__" + method)';
  expect(usedStyles(kept + unused, scripts)).toBe(`${kept}@media (min-width: 1px){}`);
});

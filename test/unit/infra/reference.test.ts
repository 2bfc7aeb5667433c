import { expect, test } from '@jest/globals';
import { operations } from '../../../functions/operations.ts';
import { openApiDocument } from '../../../infra/openapi/document/document.ts';
import { SERVERS } from '../../../infra/openapi/document/servers.ts';
import { referencePage } from '../../../infra/openapi/reference/page.ts';

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

import { expect, test } from '@jest/globals';
import { operations } from '../../../functions/operations.ts';
import { openApiDocument } from '../../../infra/openapi/document/document.ts';
import { SERVERS } from '../../../infra/openapi/document/servers.ts';
import { browserDocument } from '../../../infra/openapi/reference/browser-document.ts';
import { writeJson } from '../../../lib/values/json.ts';

test('the reference keeps an int64 of an example to the last digit', () => {
  const { paths } = JSON.parse(writeJson(browserDocument(openApiDocument(operations, SERVERS))));
  const { examples } = paths['/pets/{petId}'].get.responses['200'].content['application/json'];
  expect(examples.pet.value).toContain('"categoryId": 9007199254740993');
});

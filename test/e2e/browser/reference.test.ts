import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { operations } from '../../../functions/operations.ts';
import type { Contract } from '../../../lib/http/contract.ts';
import { openReference } from './browser.ts';

const { server, visit } = await openReference();

/** Opens a link to an operation. */
const openOperation = async (tag: string, operationId: string, base = server.baseUrl) => {
  const visited = await visit(new URL(`/#/${tag}/${operationId}`, base).href);
  const operation = visited.page.locator(`#operations-${tag}-${operationId}`);
  await operation.locator('.execute').waitFor();
  return { ...visited, operation };
};

/** Clicks Execute, and gives what the browser received and what the page shows of it. */
const execute = async (page: Page, operation: Locator) => {
  const received = page.waitForResponse((response) => response.url().includes('/v1/'));
  await operation.locator('.execute').click();
  const response = await received;
  const shown = operation.locator('.live-responses-table .response').first();
  return {
    status: response.status(),
    sent: await response.request().allHeaders(),
    shownStatus: (await shown.locator('.response-col_status').innerText()).trim(),
    shown: await shown.innerText(),
  };
};

const expectQuiet = ({ origins, complaints, page }: Awaited<ReturnType<typeof visit>>): void => {
  expect([...origins]).toEqual([new URL(page.url()).origin]);
  expect(complaints).toEqual([]);
};

test('sends and shows an int64 to the last digit, with the key filled in', async () => {
  const created = await openOperation('Pets', 'createPet');
  const shown = created.page.locator('.opblock-tag-section .opblock-summary');
  const ofPets = operations.filter(({ api }: Contract) => api === 'pets');
  expect(await shown.count()).toBe(ofPets.length);
  expect((await created.operation.boundingBox())?.height).toBeLessThan(3_000);
  // As a number of JavaScript it would end in 2.
  const pet = '{"name":"Rex","categoryId":9007199254740993}';
  await created.operation.locator('.body-param__text').fill(pet);
  const creation = await execute(created.page, created.operation);
  expect(creation).toMatchObject({ status: 201, shownStatus: '201' });
  expect(creation.shown).toContain('location: /v1/pets/');
  expectQuiet(created);

  const listed = await openOperation('Pets', 'listPets');
  await listed.operation.getByLabel('categoryId').fill('9007199254740993');
  const list = await execute(listed.page, listed.operation);
  expect(list).toMatchObject({ status: 200, shownStatus: '200' });
  expect(list.shown).toContain('"categoryId": 9007199254740993');
  expect(list.sent).toMatchObject({ authorization: `Bearer ${server.apiKey}` });
  expect(list.sent).not.toHaveProperty('cookie');
  expectQuiet(listed);
});

test('leads from the pets to the messages, and sends one', async () => {
  const { page } = await visit('/');
  const link = await page.getByRole('link', { name: 'messages' }).getAttribute('href');
  const visited = await openOperation('Quickstart', 'createMessage', link ?? '');
  const answer = await execute(visited.page, visited.operation);
  expect(answer).toMatchObject({ status: 202, shownStatus: '202' });
  expect(answer.shown).toContain('"message": "Hello"');
  expectQuiet(visited);
});

/** The languages of programs, and how one of them runs. */
const PROGRAMS = [
  ['curl', 'bash', '-c'],
  ['TypeScript', 'node', '--input-type=module-typescript', '-e'],
  ['Python', 'python3', '-c'],
] as const;

test('shows a request that was sent as programs that send it without the key in them', async () => {
  const { page, operation } = await openOperation('Pets', 'createPet');
  const name = "O'Neil \\ `$HOME` ''' \"Ünï\"";
  await operation.locator('.body-param__text').fill(JSON.stringify({ name, categoryId: 7 }));
  await execute(page, operation);
  for (const [language, command, ...options] of PROGRAMS) {
    await operation.getByRole('button', { name: language }).press('Enter');
    const program = await operation.locator('.request-snippets .curl').innerText();
    expect(program).not.toContain(server.apiKey);
    const env = { ...process.env, API_KEY: server.apiKey };
    const { stdout } = await promisify(execFile)(command, [...options, program], { env });
    expect(stdout).toMatch(/\b201\b/);
    expect(stdout).toContain(JSON.stringify(name));
  }
});

import { expect, test } from '@jest/globals';
import { report, type Where } from '../../../../infra/verify/stage-facts.ts';

const fact = (name: string, differs: () => Promise<string | undefined>) => ({
  ...{ name, page: 'RUNBOOK.md', differs },
});
const reportOf = (...facts: ReturnType<typeof fact>[]) => report(facts, {} as Where);
const mail = fact('Somebody gets mail', async () => undefined);

test('what differs is reported with what was seen, and so is what cannot be seen', async () => {
  const stream = fact('A stream is on', async () => 'It is off');
  const alarm = fact('An alarm is off', () => Promise.reject(new Error('no network')));
  const { text, agrees } = await reportOf(mail, stream, alarm);
  expect(agrees).toBe(false);
  expect(text).toMatch(
    /^ok +Somebody gets mail\nDIFFERS A stream is on\n +It is off\n +RUNBOOK\.md\n/,
  );
  expect(text).toContain('It cannot be seen: no network');
  expect(text).toMatch(/\n2 of 3 are not as expected\.$/);
});

test('a stage on which nothing differs is as expected', async () => {
  expect(await reportOf(mail)).toEqual({
    agrees: true,
    text: 'ok      Somebody gets mail\nAll 1 are as expected.',
  });
});

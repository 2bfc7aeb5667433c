import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { goCommand } from '../../../tools/go-program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Days from an operation's deprecation to its end, at the least (docs/versioning.md). */
const NOTICE_DAYS = 365;

/**
 * Compares two OpenAPI documents. What `oasdiff` only warns of, such as a parameter that is gone,
 * breaks too. An operation may go once its sunset date is past.
 * @throws Error where oasdiff is not installed or cannot read a document
 */
export const compare = (base: string, revision: string) => {
  const oasdiff = goCommand('oasdiff');
  if (!existsSync(oasdiff))
    throw new Error('oasdiff is missing: run npm run tools -- document once.');
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'base.json'), comparable(base));
  writeFileSync(join(folder, 'revision.json'), comparable(revision));
  const { status, stdout, stderr } = spawnSync(
    oasdiff,
    [
      ...['breaking', 'base.json', 'revision.json', '--fail-on', 'WARN'],
      ...['--deprecation-days-stable', `${NOTICE_DAYS}`, '--color', 'never'],
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  if (status !== 0 && status !== 1) throw new Error(`oasdiff failed: ${stderr}`);
  return {
    // For people. After each change comes a hint of oasdiff's own, which is not what docs/versioning.md says.
    report: stdout.trim().replaceAll(/^(\t\t.*)\n\t\t.*$/gm, '$1'),
    breaks: status === 1,
    // The number in every address was raised: clients of the old ones see no change.
    announced: major(revision) > major(base),
  };
};

const Operation = z.looseObject({ 'x-stability': z.string() });
const BetaParameter = z.object({
  in: z.string(),
  required: z.literal(false),
  description: z.templateLiteral(['**Beta**', z.string()]),
});

/** Says in oasdiff's words what docs/versioning.md says: what may change, and what may be added. */
const comparable = (document: string): string =>
  JSON.stringify(
    JSON.parse(document, (name, value: unknown) => {
      const operation = Operation.safeParse(value).data;
      if (operation) {
        const stable = operation['x-stability'] === 'stable';
        return { ...operation, 'x-stability-level': stable ? 'stable' : 'alpha' };
      }
      // Earlier documents escaped slashes, which changes nothing.
      if (name === 'pattern' && typeof value === 'string') return value.replaceAll('\\/', '/');
      if (name === 'parameters' && Array.isArray(value)) {
        return value.filter((each) => !BetaParameter.safeParse(each).success);
      }
      return value;
    }),
  );

const Document = z.object({ servers: z.array(z.object({ url: z.string().regex(/\/v\d+$/) })) });

/** The lowest number in an address. `npm test` holds that the version has it, too. */
const major = (document: string): number =>
  Math.min(
    ...Document.parse(JSON.parse(document)).servers.map(({ url }) =>
      Number(url.replace(/.*\/v/, '')),
    ),
  );

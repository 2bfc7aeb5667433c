import { expect, test } from '@jest/globals';
import { operations } from '../../functions/operations.ts';
import { examplesOf } from '../../infra/openapi/document/example-request.ts';
import { requireEnv } from '../../lib/process/env.ts';
import { nameOfExample, overHttp, sendExample } from '../support/examples.ts';

const send = overHttp(
  { pets: requireEnv('BASE_URL'), quickstart: requireEnv('QUICKSTART_URL') },
  requireEnv('API_KEY'),
);

test.each(operations.flatMap(examplesOf).map((named) => [nameOfExample(named), named] as const))(
  'the example %s is answered as its contract says',
  async (_name, named) => {
    const { body, header } = await sendExample(named, send);
    const { success } = named.contract;
    if (success.body === undefined) expect(body).toBeUndefined();
    else expect(success.body.safeParse(body)).toMatchObject({ success: true });
    // A list has a Link unless its page is the last.
    for (const name of (success.headers ?? []).filter((each) => each !== 'Link')) {
      expect(header(name)).toMatch(/\S/);
    }
  },
);

import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { getPet } from '../../../functions/get-pet/contract.ts';
import { clientFiles } from '../../../infra/openapi/client-generator/client-files.ts';
import type { Contract } from '../../../lib/http/contract.ts';

const filesWith = (changes: Partial<Contract>) => clientFiles([{ ...getPet, ...changes }]);

test('an answer with a number that the client would read as a bigint is an error', () => {
  const count = z.number().check(z.meta({ type: 'integer', format: 'int32' }));
  const success = { status: 200, body: z.object({ counts: z.array(count) }) } as const;
  expect(() => filesWith({ success })).toThrow('getPet answers a number');
});

test('a list without a cursor, and a header that the client cannot send, are errors', () => {
  const success = { status: 200, body: z.array(z.object({})), headers: ['Link'] } as const;
  expect(() => filesWith({ success })).toThrow('give its query a cursor');
  const request = { headers: z.object({ 'X-Color': z.optional(z.string()) }) };
  expect(() => filesWith({ request })).toThrow('getPet takes X-Color');
});

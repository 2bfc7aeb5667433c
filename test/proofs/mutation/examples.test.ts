import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operations } from '../../../functions/operations.ts';
import { examplesOf } from '../../../infra/openapi/document/example-request.ts';
import { openEngine, type TestEngine } from '../../support/engine.ts';
import { nameOfExample, type SendExample, sendExample } from '../../support/examples.ts';
import { type RecordingEngine, STALE, startRecordingEngine } from '../../support/faulty-engine.ts';
import { openOperations } from '../../support/operations-in-process.ts';
import { storeCaller } from '../../support/test-stage.ts';

/** The examples once more, in the process that mutates: end-to-end tests send them to bundles. */

let engine: TestEngine;
let recorder: RecordingEngine;
let send: SendExample;

beforeAll(async () => {
  engine = await openEngine();
  await storeCaller(engine);
  recorder = await startRecordingEngine(engine.endpoint);
  send = (await openOperations({ ...engine, endpoint: recorder.endpoint }))({});
});
afterAll(async () => {
  recorder.close();
  await engine.close();
});

test.each(operations.flatMap(examplesOf).map((named) => [nameOfExample(named), named] as const))(
  'the example %s is answered as its contract says',
  async (_name, named) => {
    const { body, header } = await sendExample(named, send);
    expect(recorder.asked.filter((asked) => asked.endsWith(STALE))).toEqual([]);
    const { success } = named.contract;
    if (success.body === undefined) expect(body).toBeUndefined();
    else expect(success.body.safeParse(body)).toMatchObject({ success: true });
    for (const name of (success.headers ?? []).filter((each) => each !== 'Link')) {
      expect(header(name)).toMatch(/\S/);
    }
  },
);

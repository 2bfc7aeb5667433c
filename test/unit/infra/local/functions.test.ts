import { beforeEach, expect, jest, test } from '@jest/globals';
import { createMessage } from '../../../../functions/create-message/contract.ts';
import { createAnswerRequest } from '../../../../infra/local/gateway/answer-request.ts';
import { createInvoke, type Handler } from '../../../../infra/local/gateway/functions.ts';
import type { GatewayRequest } from '../../../../infra/local/gateway/read-request.ts';
import { logFigures, logWarning } from '../../../../lib/process/log.ts';

const request: GatewayRequest = {
  requestId: 'request-1',
  extendedRequestId: 'extended-1',
  httpMethod: 'POST',
  path: '/v1/messages',
  queryString: '',
  headers: {},
  body: Buffer.alloc(0),
};

const printed: string[] = [];
const appended: unknown[] = [];
const handlers: Record<string, Handler> = {};
const invoke = createInvoke((line) => appended.push(line), {
  createMessage: () => async (event, context) => handlers['createMessage']?.(event, context),
  unmatched: () => async (event, context) => handlers['unmatched']?.(event, context),
});
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation((line) => printed.push(String(line)));
  printed.length = 0;
  appended.length = 0;
});

/** Sends a request to an API with a key that is allowed. Gives also what the server logs. */
const send = async () => {
  const lines: string[] = [];
  const answerRequest = createAnswerRequest({
    api: 'quickstart',
    contracts: [createMessage],
    authorize: async () => ({ principalId: 'ann' }),
    countRequest: async () => undefined,
    outsideStage: async () => undefined,
    invoke,
    log: (line) => lines.push(line),
  });
  const { statusCode: status, headers, body } = await answerRequest(request, {});
  const code = status < 400 ? undefined : JSON.parse(String(body)).code;
  return { status, code, headers, body: String(body), lines };
};

const answer = (body: string) => async () => ({ statusCode: 200, headers: {}, body });

test.each([
  ['throws', async () => Promise.reject(new Error('a fault')), /^request-1 Error: a fault\n +at /],
  ['answers something else', async () => ({ message: 'hi' }), /^request-1 .*statusCode/s],
  [
    'answers a status that is not final',
    async () => ({ statusCode: 100, headers: {}, body: '' }),
    /./,
  ],
])(
  'a function that %s is 500, with the reason in the log, and the next request is served',
  async (_, handler, line) => {
    handlers['createMessage'] = handler;
    const failed = await send();
    expect(failed).toMatchObject({ status: 500, code: 'internal_error' });
    expect(failed.lines).toEqual([expect.stringMatching(line)]);
    handlers['createMessage'] = answer('again');
    const ids = { 'x-amzn-RequestId': 'request-1', 'x-amz-apigw-id': 'extended-1' };
    expect(await send()).toMatchObject({ status: 200, headers: ids, body: 'again', lines: [] });
  },
);

test('each line that a function logs is shown with its name and the request’s id, and is in the logs as on AWS', async () => {
  handlers['createMessage'] = async () => {
    logWarning('slow', new Error('first'));
    await invoke('unmatched', {}, 'request-2');
    return answer('')();
  };
  handlers['unmatched'] = async () => logFigures('recorded', { count: 2 });
  await send();
  expect(printed).toEqual([
    expect.stringMatching(/^createMessage: request-1 \{"level":"WARN","code":"slow"/),
    'unmatched: request-2 {"level":"INFO","code":"recorded","count":2}',
  ]);
  const log = 'functions';
  expect(appended).toEqual([
    {
      ...{ log, part: 'createMessage' },
      message: expect.stringMatching(/^\S+Z\trequest-1\tERROR\t\{"level":"WARN","code":"slow"/),
    },
    { log, part: 'unmatched', message: '{"level":"INFO","code":"recorded","count":2}' },
  ]);
});

import { ask, type HttpFact, inShort, type Service } from './ask.ts';

/** Sends a body that every operation refuses. */
const send = async (service: Service, bytes: number): Promise<string> =>
  inShort(await ask(service, '/pets', { method: 'POST', body: ' '.repeat(bytes) }));

const withHeader = async (service: Service, bytes: number): Promise<string> =>
  inShort(await ask(service, '/pets?limit=1', { headers: { 'X-Long': 'x'.repeat(bytes) } }));

/** Sources differ on whether a gateway response changes an answer of AWS's servers in front of API Gateway. */
const ANY_413 = /^413 /;

/** The sizes that API Gateway and Lambda accept. */
export const LIMITS: readonly HttpFact[] = [
  {
    name: 'A body of 4 MB reaches the function',
    source: 'Lambda Developer Guide, "Lambda quotas": 6 MB for each request',
    expected: '400 request_too_large',
    see: (service) => send(service, 4_000_000),
  },
  {
    name: 'A body that is over 6 MB as base64 is REQUEST_TOO_LARGE',
    source: 'koki-develop/lgtm-generator#10; Lambda Developer Guide, "Lambda quotas"',
    expected: '413 request_too_large',
    otherForm: ANY_413,
    see: (service) => send(service, 5_000_000),
  },
  {
    name: 'A body over 10 MB is refused in front of API Gateway, in plain text',
    source: 'koki-develop/lgtm-generator#10; reapit/foundations#4338 saw other texts',
    expected: '413 HTTP content length exceeded 10485760 bytes.',
    otherForm: ANY_413,
    see: (service) => send(service, 10 * 1024 * 1024 + 1),
  },
  {
    name: 'Headers of 9,000 bytes are taken',
    source: 'Developer Guide, "Quotas for configuring and running a REST API in API Gateway"',
    expected: '200',
    see: (service) => withHeader(service, 9000),
  },
  {
    name: 'Headers over 10,240 bytes are refused in front of API Gateway, in plain text',
    source: 'ntsblog.homedev.com.au, "HTTP header is larger than 10240 bytes"',
    expected: '431 HTTP header is larger than 10240 bytes.',
    otherForm: /^431 /,
    see: (service) => withHeader(service, 10_240),
  },
];

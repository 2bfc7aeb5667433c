import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { GatewayRequest } from '../../infra/local/api-gateway/gateway-message.ts';
import {
  type GatewayResponseType,
  gatewayResponseTypes,
} from '../../infra/local/api-gateway/gateway-response-types.ts';
import {
  type ContextVariables,
  renderGatewayResponse,
  substituteContext,
} from '../../infra/local/api-gateway/gateway-responses.ts';
import { readRestApis } from '../../infra/local/api-gateway/rest-apis.ts';
import { readStackTemplate } from '../../infra/local/cloudformation/template.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { ERRORS } from '../../lib/errors.ts';
import { anyCharacter } from '../support/any-character.ts';
import { assemblyDirectory } from '../support/assembly.ts';
import { gatewayRequest } from './local/models.ts';

const TYPES = Object.keys(gatewayResponseTypes) as GatewayResponseType[];

const apis = Object.values(STAGES).flatMap(({ stackName }) =>
  readRestApis(readStackTemplate(assemblyDirectory(), stackName)),
);

/** What would end a JSON string, begin a variable or a line, or show as a part of a request. */
const hostile = fc.oneof(
  fc.constantFrom(
    '"',
    '\\',
    '","status":200,"x":"',
    '$context.path',
    '\r\nX-Evil: 1',
    "'",
    '}',
    '',
  ),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.stringMatching(/^pet_test_[0-9A-Za-z]{36}$/),
);
const headers = fc.array(
  fc.tuple(
    fc.oneof(fc.constantFrom('Host', 'User-Agent', 'Authorization', 'Accept'), hostile),
    hostile,
  ),
  { maxLength: 4 },
);
const requests: fc.Arbitrary<GatewayRequest> = fc
  .record({
    httpMethod: hostile,
    path: hostile,
    queryString: hostile,
    protocol: hostile,
    sourceIp: hostile,
    headers,
    body: hostile.map((text) => Buffer.from(text)),
  })
  .map((changes) => gatewayRequest(changes));

const errorOf = (text: string) => {
  const { code, status, message, ...rest } = JSON.parse(text);
  expect(rest).toEqual({});
  expect(Object.keys(ERRORS)).toContain(code);
  expect(message).toMatch(/\S/);
  return { code, status };
};

test('both stages have both APIs, and every type of gateway response is set in each by name', () => {
  expect(apis).toHaveLength(4);
  for (const { gatewayResponses } of apis) {
    expect([...gatewayResponses.keys()].sort()).toEqual([...TYPES].sort());
  }
});

describe.each(apis.map((api) => [api.name, api] as const))('of %s', (_name, api) => {
  test.each(TYPES)('%s is an Error with its own status, for every request', (type) => {
    const plain = renderGatewayResponse(api, type, gatewayRequest());
    expect(errorOf(plain.body.toString()).status).toBe(plain.statusCode);
    expect(plain.headers).toContainEqual(['X-Request-Id', 'request-1']);
    fc.assert(
      fc.property(requests, (request) => {
        expect(renderGatewayResponse(api, type, request)).toEqual(plain);
      }),
      { numRuns: 20 },
    );
  });

  test.each(TYPES)('%s has no variable that a request could fill', (type) => {
    const { templates = {}, headers: fields = {} } = api.gatewayResponses.get(type) ?? {};
    expect(Object.keys(templates)).toEqual(['application/json']);
    const { 'X-Request-Id': requestId, ...fixed } = fields;
    // API Gateway's own, which no request can choose.
    expect(requestId).toBe('context.requestId');
    for (const value of Object.values(fixed)) expect(value).toMatch(/^'[ -~]*'$/);
    fc.assert(
      fc.property(hostile, (text) => {
        // Everything that a template may name, error.message among it, which on AWS may repeat the request.
        const variables: ContextVariables = new Proxy({}, { get: () => text });
        const body = templates['application/json'] ?? '';
        expect(substituteContext(body, variables)).toBe(body);
      }),
      { numRuns: 20 },
    );
  });
});

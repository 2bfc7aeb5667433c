import { describe, expect, test } from '@jest/globals';
import {
  type GatewayResponseType,
  gatewayResponseTypes,
  readRestApis,
  readStackTemplate,
} from 'local-aws';
import { STAGES } from '../../infra/stacks/stages.ts';
import { ERRORS } from '../../lib/errors.ts';
import { assemblyDirectory } from '../support/assembly.ts';

const TYPES = Object.keys(gatewayResponseTypes) as GatewayResponseType[];

const apis = Object.values(STAGES).flatMap(({ stackName }) =>
  readRestApis(readStackTemplate(assemblyDirectory(), stackName)),
);

test('both stages have both APIs, and every type of gateway response is set in each by name', () => {
  expect(apis).toHaveLength(4);
  for (const { gatewayResponses } of apis) {
    expect([...gatewayResponses.keys()].sort()).toEqual([...TYPES].sort());
  }
});

describe.each(apis.map((api) => [api.name, api] as const))('of %s', (_name, api) => {
  test.each(TYPES)('%s is an Error with its own status', (type) => {
    const { statusCode, templates = {} } = api.gatewayResponses.get(type) ?? {};
    expect(Object.keys(templates)).toEqual(['application/json']);
    const { code, status, message, ...rest } = JSON.parse(templates['application/json'] ?? '');
    expect(rest).toEqual({});
    expect(Object.keys(ERRORS)).toContain(code);
    expect(message).toMatch(/\S/);
    expect(status).toBe(statusCode ?? gatewayResponseTypes[type].status);
  });

  test.each(TYPES)('%s has no variable that a request could fill', (type) => {
    const { templates, headers = {} } = api.gatewayResponses.get(type) ?? {};
    expect(templates?.['application/json']).not.toContain('$');
    const { 'X-Request-Id': requestId, ...fixed } = headers;
    // API Gateway's own, which no request can choose.
    expect(requestId).toBe('context.requestId');
    for (const value of Object.values(fixed)) expect(value).toMatch(/^'[ -~]*'$/);
  });
});

import { describe, expect, test } from '@jest/globals';
import { renderGatewayResponse } from '../src/api-gateway/gateway-responses.ts';
import type { GatewayResponseTemplate } from '../src/api-gateway/rest-api.ts';
import { gatewayRequest, restApi } from './models.ts';

const template = (changes: Partial<GatewayResponseTemplate>): GatewayResponseTemplate => ({
  statusCode: undefined,
  headers: {},
  templates: {},
  ...changes,
});

const rendered = (
  type: Parameters<typeof renderGatewayResponse>[1],
  templates: Parameters<typeof restApi>[0] = {},
  status?: number,
) => {
  const reply = renderGatewayResponse(restApi(templates), type, gatewayRequest(), status);
  return { ...reply, body: reply.body.toString() };
};

describe('a gateway response', () => {
  test('is what AWS answers when the API says nothing', () => {
    expect(rendered('MISSING_AUTHENTICATION_TOKEN')).toEqual({
      statusCode: 403,
      headers: [['Content-Type', 'application/json']],
      body: '{"message":"Missing Authentication Token"}',
    });
  });

  test('replaces context variables in its body, unknown ones by nothing', () => {
    const body =
      '{"id":"$context.requestId","code":"$context.error.responseType","text":$context.error.messageString,"none":"$context.nothing","at":"$context.requestTime.","not":"$input.body"}';
    const gatewayResponses = new Map([
      ['UNAUTHORIZED', template({ templates: { 'application/json': body } })],
    ] as const);
    expect(JSON.parse(rendered('UNAUTHORIZED', { gatewayResponses }).body)).toEqual({
      id: 'request-1',
      code: 'UNAUTHORIZED',
      text: 'Unauthorized',
      none: '',
      at: '09/Apr/2026:12:34:56 +0000.',
      not: '$input.body',
    });
  });

  test('takes headers from literals and context variables, its media type from the template', () => {
    const headers = { 'X-Request-Id': 'context.requestId', 'Cache-Control': "'no-store'" };
    const gatewayResponses = new Map([
      ['THROTTLED', template({ headers, templates: { 'application/problem+json': '{}' } })],
    ] as const);
    expect(rendered('THROTTLED', { gatewayResponses }).headers).toEqual([
      ['Content-Type', 'application/problem+json'],
      ['X-Request-Id', 'request-1'],
      ['Cache-Control', 'no-store'],
    ]);
  });

  test('lets its own header say the media type', () => {
    const headers = { 'content-type': "'text/plain'" };
    const gatewayResponses = new Map([['THROTTLED', template({ headers })]] as const);
    expect(rendered('THROTTLED', { gatewayResponses }).headers).toEqual([
      ['content-type', 'text/plain'],
    ]);
  });

  test('falls back on the default of its class and keeps its own status', () => {
    const gatewayResponses = new Map([
      ['DEFAULT_4XX', template({ templates: { 'application/json': 'four' } })],
      ['DEFAULT_5XX', template({ templates: { 'application/json': 'five' } })],
    ] as const);
    expect(rendered('THROTTLED', { gatewayResponses })).toMatchObject({
      statusCode: 429,
      body: 'four',
    });
    expect(rendered('INTEGRATION_TIMEOUT', { gatewayResponses })).toMatchObject({
      statusCode: 504,
      body: 'five',
    });
    expect(rendered('DEFAULT_5XX', { gatewayResponses }, 502).statusCode).toBe(502);
  });

  test('has the status that its template gives', () => {
    const gatewayResponses = new Map([['DEFAULT_4XX', template({ statusCode: 404 })]] as const);
    expect(rendered('ACCESS_DENIED', { gatewayResponses }).statusCode).toBe(404);
  });
});

import * as z from 'zod';
import { TemplateError } from '../cloudformation/intrinsics.ts';
import type { Header } from './gateway-message.ts';
import type { MockIntegration, MockReply } from './rest-api.ts';

const templates = z.record(z.string(), z.string()).default({});

const mockResponse = z.object({
  StatusCode: z.coerce.number().int(),
  SelectionPattern: z.string().optional(),
  ResponseParameters: z.record(z.string(), z.string()).default({}),
  ResponseTemplates: templates,
});

/** The declaration of a mock integration. */
export const mockSchema = z.object({
  RequestTemplates: templates,
  IntegrationResponses: z.array(mockResponse).default([]),
});

/**
 * Reads a mock integration: the status that its request template gives chooses the integration response, by its pattern
 * or else the one without a pattern. Both templates must be plain text, but for the one that the CDK writes to allow
 * several origins.
 * API Gateway Developer Guide, "Mock integrations for REST APIs in API Gateway"; CloudFormation Template Reference,
 * "AWS::ApiGateway::Method IntegrationResponse".
 * @throws TemplateError if a template is a program, or a header is not a literal
 */
export const mockIntegration = (
  logicalId: string,
  { RequestTemplates, IntegrationResponses }: z.output<typeof mockSchema>,
): MockIntegration => {
  const request = RequestTemplates['application/json'] ?? '';
  if (isProgram(request)) throw new TemplateError(logicalId, 'a request template in VTL');
  const [, status = ''] = /["']?statusCode["']?\s*:\s*["']?(\d{3})/.exec(request) ?? [];
  const chosen =
    IntegrationResponses.find(
      ({ SelectionPattern: pattern }) => pattern && new RegExp(`^(?:${pattern})$`).test(status),
    ) ?? IntegrationResponses.find(({ SelectionPattern: pattern }) => !pattern);
  return { kind: 'mock', reply: chosen && replyOf(logicalId, chosen) };
};

const replyOf = (
  logicalId: string,
  { StatusCode, ResponseParameters, ResponseTemplates }: z.output<typeof mockResponse>,
): MockReply => {
  const [first] = Object.entries(ResponseTemplates);
  const json = ResponseTemplates['application/json'];
  const [mediaType, body] = json === undefined && first ? first : ['application/json', json ?? ''];
  const otherOrigins = allowedOrigins(body);
  if (!otherOrigins && isProgram(body)) {
    throw new TemplateError(logicalId, 'a response template in VTL');
  }
  const headers = Object.entries(ResponseParameters).map(([name, value]): Header => {
    const [, literal] = /^'(.*)'$/.exec(value) ?? [];
    if (literal !== undefined) return [name.replace('method.response.header.', ''), literal];
    throw new TemplateError(logicalId, `the header value ${value}`);
  });
  return {
    statusCode: StatusCode,
    headers: [['Content-Type', mediaType], ...headers],
    body: otherOrigins ? '' : body,
    otherOrigins: otherOrigins ?? [],
  };
};

/** Whether a template has directives or references of Apache Velocity. */
const isProgram = (template: string): boolean => /#\{?[a-z]|\$!?\{?[a-z]/i.test(template);

/** The origins after the first that `defaultCorsPreflightOptions` of the CDK allows, which it compares in VTL. */
const allowedOrigins = (template: string): string[] | undefined => {
  const [, conditions] = /^#if\((\$origin == "[^")]+"[^)]*)\)$/m.exec(template) ?? [];
  const override = '#set($context.responseOverride.header.Access-Control-Allow-Origin = $origin)';
  if (conditions === undefined || !template.includes(override)) return undefined;
  return [...conditions.matchAll(/"([^"]+)"/g)].map(([, origin = '']) => origin);
};

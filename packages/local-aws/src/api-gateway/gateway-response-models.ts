import * as z from 'zod';
import type { StackTemplate } from '../cloudformation/template.ts';
import { type GatewayResponseType, gatewayResponseTypes } from './gateway-response-types.ts';
import type { GatewayResponseTemplate } from './rest-api.ts';

const isResponseType = (name: string): name is GatewayResponseType => name in gatewayResponseTypes;

const gatewayResponseSchema = z.object({
  RestApiId: z.string(),
  ResponseType: z.string().refine(isResponseType, 'not a gateway response type'),
  StatusCode: z.coerce.number().int().min(400).max(599).optional(),
  ResponseParameters: z
    .record(
      z.string().startsWith('gatewayresponse.header.'),
      z.string().regex(/^('.*'|context(\.\w+)+|method\.request\.header\..+)$/),
    )
    .default({}),
  ResponseTemplates: z.record(z.string(), z.string()).default({}),
});

/**
 * Reads the gateway responses that one API customises. CloudFormation Template Reference,
 * "AWS::ApiGateway::GatewayResponse".
 * @throws TemplateError if a type is unknown, or a response parameter is neither a literal, a
 * context variable nor a header of the request
 */
export const readGatewayResponses = (
  template: StackTemplate,
  restApiId: string,
): Map<GatewayResponseType, GatewayResponseTemplate> => {
  const declared = template
    .logicalIds('AWS::ApiGateway::GatewayResponse')
    .map((logicalId) => template.read(logicalId, gatewayResponseSchema))
    .filter(({ RestApiId }) => RestApiId === restApiId);
  return new Map(
    declared.map((response) => [
      response.ResponseType,
      {
        statusCode: response.StatusCode,
        headers: Object.fromEntries(
          Object.entries(response.ResponseParameters).map(([name, value]) => [
            name.slice('gatewayresponse.header.'.length),
            value,
          ]),
        ),
        templates: response.ResponseTemplates,
      },
    ]),
  );
};

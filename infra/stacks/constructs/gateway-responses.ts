import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { REQUEST_ID_HEADER } from '../../../lib/http/headers.ts';
import { gatewayError, gatewayErrorTypes } from '../gateway-errors.ts';

/** Makes every answer that API Gateway gives by itself an Error of this service. */
export const addGatewayResponses = (api: RestApi): void => {
  for (const type of gatewayErrorTypes()) {
    const { status, headers, body } = gatewayError(type);
    const fixed = Object.entries(headers).map(([name, value]) => [name, `'${value}'`]);
    api.addGatewayResponse(`GatewayResponse-${type}`, {
      type: ResponseType.of(type),
      statusCode: String(status),
      responseHeaders: { ...Object.fromEntries(fixed), [REQUEST_ID_HEADER]: 'context.requestId' },
      templates: { 'application/json': JSON.stringify(body) },
    });
  }
};

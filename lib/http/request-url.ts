import type { APIGatewayProxyEvent } from 'aws-lambda';

/** The path of a request as the client wrote it, without a slash at its end. */
const requestPath = (event: APIGatewayProxyEvent): string =>
  event.requestContext.path.replace(/\/$/, '');

/** What stands before the operation's own path: the stage name, or the base path of a custom domain. */
export const basePath = (event: APIGatewayProxyEvent): string => {
  const depth = event.resource.split('/').length - 1;
  return requestPath(event).split('/').slice(0, -depth).join('/');
};

/** The absolute URL of a request, without its query. */
export const requestUrl = (event: APIGatewayProxyEvent): string =>
  `${origin(event)}${requestPath(event)}`;

/** The absolute base address that a request was sent to, without a slash at its end. */
export const baseUrl = (event: APIGatewayProxyEvent): string =>
  `${origin(event)}${basePath(event)}`;

const origin = ({ headers, requestContext }: APIGatewayProxyEvent): string => {
  // API Gateway sets this header itself and serves HTTPS only; a local server may say http.
  const scheme = headers['X-Forwarded-Proto'] === 'http' ? 'http' : 'https';
  return `${scheme}://${requestContext.domainName}`;
};

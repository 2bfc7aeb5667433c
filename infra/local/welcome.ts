import type { LocalService } from './local-service.ts';

/** What a start prints: where the service is, the key, and three calls to paste in this order. */
export const welcome = ({ baseUrl, apiKey, storage }: Omit<LocalService, 'close'>): string => {
  const call = (rest: string) => `  curl -i -H 'Authorization: Bearer ${apiKey}' ${rest}`;
  return `
Pet Store is running.

  Base address  ${baseUrl}
  API key       ${apiKey}
  Storage       ${storage}

Try it:

${call(`-H 'Content-Type: application/json' -d '{"name":"Rex","categoryId":1}' ${baseUrl}/pets`)}

${call(`'${baseUrl}/pets?status=available&limit=5'`)}

${call(`${baseUrl}/pets/1`)}

Ctrl-C stops it. One line for each request follows.
`;
};
